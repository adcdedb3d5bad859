package dev.muster.cli.command;

import dev.muster.cli.login.DeviceGrant;
import dev.muster.cli.login.Forms;
import dev.muster.cli.login.Login;
import dev.muster.cli.login.Provider;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Who one is to a server: {@code muster login}, {@code logout}, {@code whoami}. */
final class LoginCommands {
  private LoginCommands() {}

  @Command(
      name = "login",
      description = {
        "Logs in to a server, and keeps what proves it in a file that is yours alone.",
        "Where the server believes an identity provider, it shows a code to enter at the provider's"
            + " page; the token that comes of it is renewed before it ends.",
        "A token of Muster's is read from standard input, or from a file, so that no list of"
            + " processes shows it."
      },
      footer = {
        "",
        "Examples:",
        "  muster login --server https://muster.example.com",
        "  muster login --server https://muster.example.com < my-token"
      })
  static final class LogIn implements Callable<Integer> {
    private final Session session;

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "Where a token of Muster's is; - is standard input.")
    private Optional<String> tokenFile = Optional.empty();

    LogIn(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      URI server = session.server();
      String token = isTyped() ? "" : given();
      if (!token.isEmpty()) {
        return keep(server, token, () -> session.storedTokens().keep(server, token));
      }
      try (Forms forms = new Forms()) {
        Optional<Provider> provider = provider(server, forms);
        if (provider.isPresent()) {
          Login login =
              new DeviceGrant(provider.get(), session.surroundings().clock(), Thread::sleep)
                  .login(session.err());
          return keep(server, login.token(), () -> session.storedTokens().keep(server, login));
        }
      }
      String typed = isTyped() ? given() : "";
      if (typed.isEmpty()) {
        throw new UsageFailure(
            "No token was given (expected: on standard input, or --token-file), and %s names no identity provider to log in at"
                .formatted(server));
      }
      return keep(server, typed, () -> session.storedTokens().keep(server, typed));
    }

    private String given() {
      return Inputs.read(tokenFile.orElse("-"), session.surroundings().in()).strip();
    }

    private boolean isTyped() {
      return tokenFile.isEmpty()
          && session.surroundings().in().equals(System.in)
          && Terminal.isTypedInto();
    }

    /** The one that the server believes; empty if it believes none, or is too old to say so. */
    private Optional<Provider> provider(URI server, Forms forms) {
      try (MusterApi api = new MusterApi(server, session.asker(server, Optional.empty()))) {
        return Provider.of(api.document("/.well-known/oauth-protected-resource").json(), forms);
      } catch (ApiFailure refused) {
        if (refused.kind() == ApiFailure.Kind.REFUSED) {
          return Optional.empty();
        }
        throw refused;
      }
    }

    /** After it was tried: what proves nothing is not kept. */
    private int keep(URI server, String token, Supplier<Path> keeping) {
      try (MusterApi api = new MusterApi(server, session.asker(server, Optional.of(token)))) {
        JsonNode who = api.get(ApiPath.of("identity")).json();
        Path kept = keeping.get();
        session
            .out()
            .printf(
                "You are %s at %s: %s (kept in %s)%n",
                Json.text(who, "name"), server, grants(who), kept);
      }
      return ExitCode.OK.number();
    }
  }

  @Command(
      name = "logout",
      description = "Forgets what login kept for a server; a provider is told to forget it too.",
      footer = {"", "Example:", "  muster logout --server https://muster.example.com"})
  static final class Logout implements Callable<Integer> {
    private final Session session;

    Logout(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      URI server = session.server();
      Optional<Login> login = session.storedTokens().login(server);
      boolean forgotten = session.storedTokens().forget(server);
      session.out().println(login.map(Logout::ended).orElseGet(() -> said(server, forgotten)));
      return ExitCode.OK.number();
    }

    private static String said(URI server, boolean forgotten) {
      return forgotten
          ? "The token for %s is forgotten; muster token revoke ends it.".formatted(server)
          : "No token was kept for %s.".formatted(server);
    }

    private static String ended(Login login) {
      boolean told;
      try (Forms forms = new Forms()) {
        told = Provider.revoked(login, forms);
      } catch (ApiFailure away) {
        told = false;
      }
      return told
          ? "The login at %s is forgotten, here and there.".formatted(login.issuer())
          : "The login at %s is forgotten here; there it ends by itself.".formatted(login.issuer());
    }
  }

  @Command(
      name = "whoami",
      description = "Shows who one is to the server, and what one may do there.",
      footer = {"", "Example:", "  muster whoami"})
  static final class Whoami implements Callable<Integer> {
    private final Session session;

    Whoami(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("identity")),
          json ->
              session.print(
                  new FieldList()
                      .add("server", session.server().toString())
                      .add("name", Json.text(json, "name"))
                      .add("groups", String.join(", ", Json.texts(json, "groups")))
                      .add("may", grants(json))
                      .lines(session.terminal())));
    }
  }

  private static String grants(JsonNode identity) {
    List<String> grants =
        Json.items(identity, "grants").stream()
            .map(grant ->
                "%s on %s".formatted(Json.text(grant, "role"), Json.text(grant, "clusters")))
            .toList();
    return grants.isEmpty() ? "nothing" : String.join(", ", grants);
  }
}
