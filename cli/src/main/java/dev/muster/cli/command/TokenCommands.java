package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster token …}: what people and programs prove with who they are. */
final class TokenCommands {
  private TokenCommands() {}

  @Command(
      name = "create",
      description = {
        "Makes a token and writes it to standard output, this once.",
        "The server keeps only its hash. All tokens of a name are one person, or one program."
      },
      footer = {
        "",
        "Example:",
        "  muster token create --name ci --role operator --cluster 'prod-*' --expires 90d"
      })
  static final class Create implements Callable<Integer> {
    private final Session session;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        required = true,
        description = "For whom; what history and audit will say.")
    private String name = "";

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        required = true,
        description = "viewer, inspector, operator, approver, author or admin; may be repeated.")
    private List<String> roles = List.of();

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "PATTERN",
        description = "On which clusters, such as prod-*; may be repeated (default: all).")
    private List<String> clusters = List.of();

    @Option(
        names = "--group",
        paramLabel = "GROUP",
        description = "A group that approvals may name; may be repeated.")
    private List<String> groups = List.of();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "After so long it counts no more, such as 90d (default: never).")
    private Optional<Duration> expires = Optional.empty();

    Create(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object().put("name", name);
      texts(body, "roles", roles);
      texts(body, "clusters", clusters);
      texts(body, "groups", groups);
      expires.ifPresent(time -> body.put("expires", time.toString()));
      Answer answer = session.api().post(ApiPath.of("tokens"), body);
      return session.answer(
          answer,
          json -> {
            session
                .err()
                .printf(
                    "Token %s of %s: %s on %s%s. It is shown this once.%n",
                    shortened(Json.text(json, "id")),
                    Json.text(json, "name"),
                    String.join(", ", Json.texts(json, "roles")),
                    String.join(", ", Json.texts(json, "clusters")),
                    ends(json).map(at -> ", until " + at).orElse(""));
            session.out().println(Json.text(json, "token"));
          });
    }

    private static void texts(ObjectNode body, String field, List<String> values) {
      if (!values.isEmpty()) {
        values.forEach(body.withArray(field)::add);
      }
    }
  }

  @Command(
      name = "list",
      description = "Lists tokens, newest first: whose they are, and when they were last used.",
      footer = {"", "Example:", "  muster token list"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(ApiPath.of("tokens"), paging, "tokens", this::table);
    }

    private Table table(List<JsonNode> tokens) {
      Table table =
          Table.of(
              "ID", "NAME", "STATE", "ROLES", "CLUSTERS", "GROUPS", "LAST USED", "EXPIRES", "BY");
      for (JsonNode token : tokens) {
        table.row(
            shortened(Json.text(token, "id")),
            Json.text(token, "name"),
            Json.text(token, "state"),
            String.join(", ", Json.texts(token, "roles")),
            String.join(", ", Json.texts(token, "clusters")),
            String.join(", ", Json.texts(token, "groups")),
            token.has("lastUsedAt") ? session.ago(token, "lastUsedAt") : "never",
            ends(token).orElse("never"),
            Json.text(token, "createdBy"));
      }
      return table;
    }
  }

  @Command(
      name = "revoke",
      description = "Ends tokens for good, at once.",
      footer = {"", "Example:", "  muster token revoke 3f2a"})
  static final class Revoke implements Callable<Integer> {
    private final Session session;

    @Parameters(
        paramLabel = "TOKEN",
        arity = "1..*",
        description = "Their ids, as muster token list shows them.")
    private List<String> tokens = List.of();

    Revoke(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      for (String token : tokens) {
        session.say(
            session.api().delete(ApiPath.of("tokens", token)),
            json -> "Token %s is revoked".formatted(token));
      }
      return ExitCode.OK.number();
    }
  }

  /** When it ends, to the second; empty if it never does. */
  private static Optional<String> ends(JsonNode token) {
    return Json.time(token, "expiresAt").map(TimeText::stamp);
  }

  private static String shortened(String id) {
    return id.length() > 8 ? id.substring(0, 8) : id;
  }
}
