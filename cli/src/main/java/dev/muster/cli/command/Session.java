package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Asker;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** What every command uses: the server, the streams, and the two ways to write an answer. */
public final class Session {
  /** Where Muster listens unless it is told otherwise. */
  static final String DEFAULT_SERVER = "http://127.0.0.1:8420";

  private final GlobalOptions options;
  private final Surroundings surroundings;
  private Optional<MusterApi> api = Optional.empty();
  private Optional<Terminal> terminal = Optional.empty();

  public Session(GlobalOptions options, Surroundings surroundings) {
    this.options = options;
    this.surroundings = surroundings;
  }

  MusterApi api() {
    if (api.isEmpty()) {
      api = Optional.of(new MusterApi(server(), asker()));
    }
    return api.get();
  }

  URI server() {
    String typed =
        options.server().or(() -> setting("MUSTER_SERVER")).orElse(DEFAULT_SERVER).strip();
    String address = typed.contains("://") ? typed : "http://" + typed;
    try {
      URI uri = new URI(address.replaceAll("/+$", ""));
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw badServer(typed);
    }
    throw badServer(typed);
  }

  /**
   * Who asks: with the token of {@code MUSTER_TOKEN}, {@code MUSTER_TOKEN_FILE} or {@code muster
   * login}, if there is one.
   */
  Asker asker() {
    URI server = server();
    Optional<String> given =
        setting("MUSTER_TOKEN")
            .or(() ->
                setting("MUSTER_TOKEN_FILE").map(file -> Inputs.read(file, surroundings.in())))
            .map(String::strip);
    return given.isPresent()
        ? asker(server, given)
        : asker(server, new KeptToken(server, storedTokens(), surroundings.clock()));
  }

  /** With this token, unless it would be sent so that others can read it. */
  Asker asker(URI server, Optional<String> token) {
    return asker(server, () -> token);
  }

  private Asker asker(URI server, Supplier<Optional<String>> token) {
    String host = String.valueOf(server.getHost()).replaceAll("[\\[\\]]", "");
    boolean open =
        "http".equalsIgnoreCase(server.getScheme())
            && !host.equals("localhost")
            && !host.equals("::1")
            && !host.startsWith("127.");
    if (open && setting("MUSTER_INSECURE").isEmpty() && token.get().isPresent()) {
      throw new UsageFailure(
          "A token is not sent over http to %s, where others can read it: use https, or set MUSTER_INSECURE=1"
              .formatted(server.getHost()));
    }
    Optional<String> authorities =
        setting("MUSTER_CA_FILE").map(file -> Inputs.read(file, surroundings.in()));
    return new Asker(user(), token, authorities);
  }

  StoredTokens storedTokens() {
    return StoredTokens.in(surroundings.environment());
  }

  String user() {
    String user =
        options
            .user()
            .or(() -> setting("MUSTER_USER"))
            .or(() -> Optional.ofNullable(System.getProperty("user.name")))
            .orElse("anonymous");
    if (user.isBlank() || user.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new UsageFailure(
          "--user (or MUSTER_USER) '%s' cannot be sent (expected: printable ASCII)"
              .formatted(Text.clean(user)));
    }
    return user;
  }

  /**
   * The words with which the person starts this program again, with the server if it is another.
   */
  String command() {
    String server =
        options.server().map(given -> " --server " + given).orElse(""); // the environment stays
    return "muster" + server;
  }

  boolean wantsJson() {
    return options.format() == GlobalOptions.Format.JSON;
  }

  Terminal terminal() {
    if (terminal.isEmpty()) {
      terminal = Optional.of(surroundings.terminal().get());
    }
    return terminal.get();
  }

  PrintStream out() {
    return surroundings.out();
  }

  PrintStream err() {
    return surroundings.err();
  }

  Instant now() {
    return surroundings.clock().instant();
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** "3m ago" for a field that holds a time; empty without one. */
  String ago(JsonNode json, String field) {
    return Json.time(json, field).map(time -> TimeText.ago(time, now())).orElse("");
  }

  /** Writes what the API answered, or what {@code forPeople} makes of it. */
  int answer(Answer answer, Consumer<JsonNode> forPeople) {
    if (!wantsJson()) {
      forPeople.accept(answer.json());
    } else if (!answer.body().isBlank()) {
      out().println(answer.body().stripTrailing());
    }
    return ExitCode.OK.number();
  }

  /** Writes what the API answered, or one line. */
  int say(Answer answer, Function<JsonNode, String> line) {
    return answer(answer, json -> out().println(Text.clean(line.apply(json))));
  }

  /** Writes all pages of a list: as they are, or as a table. */
  int list(ApiPath path, Paging paging, String noun, Function<List<JsonNode>, Table> forPeople) {
    OptionalInt limit = wantsJson() ? paging.limit() : paging.limitForPeople();
    JsonNode list = api().list(path, limit.orElse(Integer.MAX_VALUE));
    if (wantsJson()) {
      out().println(Json.write(list));
      return ExitCode.OK.number();
    }
    List<JsonNode> items = Json.items(list, "items");
    if (items.isEmpty()) {
      out().println("No " + noun + ".");
      return ExitCode.OK.number();
    }
    print(forPeople.apply(items).lines(terminal()));
    if (list.has("next") && paging.limit().isEmpty()) {
      err().printf("More exist than the %d shown: --limit 0 shows all.%n", items.size());
    }
    return ExitCode.OK.number();
  }

  void print(List<String> lines) {
    lines.forEach(out()::println);
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(surroundings.environment().get(name))
        .filter(value -> !value.isBlank());
  }

  private static UsageFailure badServer(String typed) {
    return new UsageFailure(
        "--server (or MUSTER_SERVER) '%s' is no address (expected: such as %s)"
            .formatted(typed, DEFAULT_SERVER));
  }
}
