package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster agent-token …}: what agents join with. */
final class JoinTokenCommands {
  private JoinTokenCommands() {}

  @Command(
      name = "create",
      description = {
        "Makes a token with which agents join a cluster, and writes it out, this once.",
        "It goes to standard output; the server keeps only its hash. Nodes that join wait to be",
        "accepted (muster node accept), unless --accept says otherwise."
      },
      footer = {
        "",
        "Example:",
        "  muster agent-token create --cluster prod --selector-labels zone=a --expires 1h --uses 10"
      })
  static final class Create implements Callable<Integer> {
    private final Session session;

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "CLUSTER",
        required = true,
        description = "Which cluster they join.")
    private String cluster = "";

    @Option(
        names = "--selector-labels",
        paramLabel = "NAME=VALUE",
        split = ",",
        description = {
          "Labels that the nodes have, whatever their agents say; separated by",
          "commas, or repeated."
        })
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "After so long nothing joins with it (default: 1h).")
    private Optional<Duration> expires = Optional.empty();

    @Option(
        names = "--uses",
        paramLabel = "NUMBER",
        description = "How many nodes may join with it (default: 1).")
    private Optional<Integer> uses = Optional.empty();

    @Option(names = "--accept", description = "Accept them without being asked.")
    private boolean accept;

    Create(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      if (!labels.isEmpty()) {
        body.set("labels", Inputs.texts(labels));
      }
      expires.ifPresent(time -> body.put("expires", time.toString()));
      uses.ifPresent(number -> body.put("uses", number));
      if (accept) {
        body.put("accept", true);
      }
      Answer answer = session.api().post(ApiPath.of("clusters", cluster, "agent-tokens"), body);
      return session.answer(
          answer,
          json -> {
            session
                .err()
                .printf(
                    "Join token %s of %s, for %d, until %s%s. It is shown this once.%n",
                    shortened(Json.text(json, "id")),
                    Json.text(json, "cluster"),
                    Json.number(json, "uses"),
                    Json.text(json, "expiresAt"),
                    Json.flag(json, "accept") ? "; they are accepted at once" : "");
            session.out().println(Json.text(json, "token"));
          });
    }
  }

  @Command(
      name = "list",
      description = "Lists the join tokens of a cluster, newest first: what is left of them.",
      footer = {"", "Example:", "  muster agent-token list prod"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path = ApiPath.of("clusters", cluster, "agent-tokens");
      return session.list(path, paging, "join tokens", this::table);
    }

    private Table table(List<JsonNode> tokens) {
      Table table = Table.of("ID", "STATE", "USED", "ACCEPT", "LABELS", "EXPIRES", "BY");
      for (JsonNode token : tokens) {
        table.row(
            shortened(Json.text(token, "id")),
            Json.text(token, "state"),
            "%d/%d".formatted(Json.number(token, "used"), Json.number(token, "uses")),
            Json.flag(token, "accept") ? "at once" : "by somebody",
            Json.pairs(token, "labels"),
            Json.text(token, "expiresAt"),
            Json.text(token, "createdBy"));
      }
      return table;
    }
  }

  @Command(
      name = "revoke",
      description = "Ends join tokens for good, at once; nodes that joined with them stay.",
      footer = {"", "Example:", "  muster agent-token revoke prod 3f2a"})
  static final class Revoke implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Their cluster.")
    private String cluster = "";

    @Parameters(
        index = "1..*",
        paramLabel = "TOKEN",
        arity = "1..*",
        description = "Their ids, as muster agent-token list shows them.")
    private List<String> tokens = List.of();

    Revoke(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      for (String token : tokens) {
        session.say(
            session.api().delete(ApiPath.of("clusters", cluster, "agent-tokens", token)),
            json -> "Join token %s is revoked".formatted(token));
      }
      return ExitCode.OK.number();
    }
  }

  private static String shortened(String id) {
    return id.length() > 8 ? id.substring(0, 8) : id;
  }
}
