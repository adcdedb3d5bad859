package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
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

/** {@code muster receiver …}: addresses that trigger actions. */
final class ReceiverCommands {
  private ReceiverCommands() {}

  /** The receiver that a command is about. */
  static final class OneReceiver {

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "RECEIVER", description = "Its name.")
    private String name = "";

    ApiPath path() {
      return ApiPath.of("clusters", cluster, "receivers", name);
    }
  }

  @Command(
      name = "create",
      description = {
        "Makes an address that triggers an action, and writes it to standard output, this once.",
        "It counts as long as you may operate the cluster: docs/schedules.md."
      },
      footer = {
        "",
        "Examples:",
        "  muster receiver create prod alarm --kind cluster.check",
        "  muster receiver create prod reload --node lb-1 --kind service.reload --arg name=haproxy",
        "  muster receiver create prod check --kind cluster.check --parameter bestEffort --expires 90d"
      })
  static final class Create implements Callable<Integer> {
    private final Session session;
    @Mixin private OneReceiver one = new OneReceiver();

    @Option(
        names = "--node",
        paramLabel = "NODE",
        description = "Where the action is done; without it, on the cluster as a whole.")
    private Optional<String> node = Optional.empty();

    @Option(names = "--kind", required = true, paramLabel = "KIND", description = "What is done.")
    private String kind = "";

    @Option(
        names = {"-a", "--arg"},
        paramLabel = "NAME=VALUE",
        description = "An argument; may be repeated. JSON is taken as such, anything else as text.")
    private Map<String, String> args = new LinkedHashMap<>();

    @Option(
        names = {"--args", "--args-file"},
        paramLabel = "FILE",
        description = "Arguments as a JSON object; - for standard input. --arg wins.")
    private Optional<String> argsFile = Optional.empty();

    @Option(
        names = "--parameter",
        paramLabel = "NAME",
        description = "An argument that whoever triggers it may give; may be repeated.")
    private List<String> parameters = List.of();

    @Option(names = "--timeout", paramLabel = "TIME", description = "The action fails after it.")
    private Optional<Duration> timeout = Optional.empty();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "After so long the address opens nothing, such as 90d (default: never).")
    private Optional<Duration> expires = Optional.empty();

    Create(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      Answer answer = session.api().post(ApiPath.of("clusters", one.cluster, "receivers"), body());
      return session.answer(
          answer,
          json -> {
            session
                .err()
                .printf(
                    "Receiver %s of %s triggers %s. Its address is shown this once; POST to it.%n",
                    one.name, one.cluster, kind);
            session.out().println(session.api().server() + Json.text(json, "path"));
          });
    }

    private ObjectNode body() {
      ObjectNode body = Json.object().put("name", one.name);
      node.ifPresent(given -> body.put("node", given));
      ObjectNode action = body.putObject("action").put("kind", kind);
      ObjectNode values = Inputs.values("--args-file", argsFile, args, session.surroundings().in());
      if (!values.isEmpty()) {
        action.set("args", values);
      }
      timeout.ifPresent(time -> action.put("timeout", time.toString()));
      if (!parameters.isEmpty()) {
        parameters.forEach(body.withArray("parameters")::add);
      }
      expires.ifPresent(time -> body.put("expires", time.toString()));
      return body;
    }
  }

  @Command(
      name = "list",
      description = "Lists the receivers of a cluster: what they trigger, and how often they did.",
      footer = {"", "Example:", "  muster receiver list prod"})
  static final class Listing extends ClusterListing {

    Listing(Session session) {
      super(session, "receivers");
    }

    @Override
    Table table(List<JsonNode> receivers) {
      Table table = Table.of("RECEIVER", "ACTION", "ON", "BY", "TRIGGERED", "LAST", "EXPIRES");
      for (JsonNode one : receivers) {
        table.row(
            List.of(
                Cell.of(Json.text(one, "name")),
                Cell.of(Json.text(one.path("action"), "kind")),
                Cell.of(Json.optional(one, "node").orElse("the cluster")),
                Cell.of(Json.text(one, "createdBy")),
                Cell.of(Json.text(one, "triggered")),
                Cell.of(one.has("lastAt") ? session.ago(one, "lastAt") : "never"),
                Cell.of(Json.optional(one, "expiresAt").orElse("never"))));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows a receiver, without its address.",
      footer = {"", "Example:", "  muster receiver show prod alarm"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private OneReceiver one = new OneReceiver();

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(one.path()),
          json -> session.print(fields(json).lines(session.terminal())));
    }

    private FieldList fields(JsonNode json) {
      JsonNode action = json.path("action");
      return new FieldList()
          .add("receiver", Json.text(json, "name"))
          .add("cluster", Json.text(json, "cluster"))
          .add("action", Json.text(action, "kind"))
          .add("on", Json.optional(json, "node").orElse("the cluster"))
          .add("args", action.path("args").isEmpty() ? "" : action.path("args").toString())
          .add("parameters", String.join(", ", Json.texts(json, "parameters")))
          .add("triggered", Json.text(json, "triggered"))
          .add("last", session.ago(json, "lastAt"))
          .add("from", Json.text(json, "lastFrom"))
          .add("last action", Json.text(json, "lastAction"))
          .add("expires", Json.text(json, "expiresAt"))
          .add(
              "created",
              "%s by %s".formatted(session.ago(json, "createdAt"), Json.text(json, "createdBy")));
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a receiver: its address opens nothing any more.",
      footer = {"", "Example:", "  muster receiver delete prod alarm"})
  static final class Delete implements Callable<Integer> {
    private final Session session;
    @Mixin private OneReceiver one = new OneReceiver();

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(one.path()),
          json ->
              "Receiver %s deleted from %s; its address opens nothing any more"
                  .formatted(one.name, one.cluster));
    }
  }
}
