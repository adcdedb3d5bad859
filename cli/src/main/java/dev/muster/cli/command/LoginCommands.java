package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.ExitCode;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Who one is to a server: {@code muster login}, {@code logout}, {@code whoami}. */
final class LoginCommands {
  private LoginCommands() {}

  @Command(
      name = "login",
      description = {
        "Keeps a token for a server, in a file that is yours alone, after it was tried.",
        "It is read from standard input, or from a file, so that no list of processes shows it."
      },
      footer = {"", "Example:", "  muster login --server https://muster.example.com < my-token"})
  static final class Login implements Callable<Integer> {
    private final Session session;

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "Where the token is (default: standard input).")
    private Optional<String> tokenFile = Optional.empty();

    Login(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      URI server = session.server();
      String token = Inputs.read(tokenFile.orElse("-"), session.surroundings().in()).strip();
      if (token.isEmpty()) {
        throw new UsageFailure("No token was given (expected: on standard input, or --token-file)");
      }
      try (MusterApi api = new MusterApi(server, session.asker(server, Optional.of(token)))) {
        JsonNode who = api.get(ApiPath.of("identity")).json();
        Path kept = session.storedTokens().keep(server, token);
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
      description = "Forgets the token of a server; it still counts until it is revoked.",
      footer = {"", "Example:", "  muster logout --server https://muster.example.com"})
  static final class Logout implements Callable<Integer> {
    private final Session session;

    Logout(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      URI server = session.server();
      session
          .out()
          .println(
              session.storedTokens().forget(server)
                  ? "The token for %s is forgotten; muster token revoke ends it.".formatted(server)
                  : "No token was kept for %s.".formatted(server));
      return ExitCode.OK.number();
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
