package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster node …}. */
final class NodeCommands {
  private NodeCommands() {}

  @Command(
      name = "list",
      description = "Lists the nodes of a cluster.",
      footer = {
        "",
        "Example:",
        "  muster node list prod-kafka --selector 'role=broker,!maintenance'"
      })
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "UNKNOWN, UP, UNHEALTHY, NODE_DOWN, UNREACHABLE or VANISHED.")
    private Optional<String> status = Optional.empty();

    @Option(names = "--role", paramLabel = "ROLE", description = "Only nodes of this role.")
    private Optional<String> role = Optional.empty();

    @Option(
        names = {"-l", "--selector"},
        paramLabel = "SELECTOR",
        description = "By labels, in the grammar of Kubernetes.")
    private Optional<String> selector = Optional.empty();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path =
          ApiPath.of("clusters", cluster, "nodes")
              .with("status", status.map(typed -> typed.toUpperCase(Locale.ROOT)))
              .with("role", role)
              .with("selector", selector);
      return session.list(path, paging, "nodes", this::table);
    }

    private Table table(List<JsonNode> nodes) {
      Table table =
          Table.of("NODE", "STATUS", "ROLE", "AGENT", "PLATFORM", "SEEN", "LABELS", "PROBLEM");
      for (JsonNode node : nodes) {
        table.row(
            List.of(
                Cell.of(Json.text(node, "id")),
                Cell.state(Json.text(node, "status")),
                Cell.of(Json.text(node, "role")),
                Cell.of(Json.text(node, "agent")),
                Cell.of(Json.text(node, "platform")),
                Cell.of(session.ago(node, "seenAt")),
                Cell.of(Json.pairs(node, "labels")),
                new Cell(problem(node), Colour.RED)));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows a node: its status, what its agent can do, its last error.",
      footer = {"", "Example:", "  muster node show prod-kafka broker-3"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private OneNode one = new OneNode();

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
      return new FieldList()
          .add("node", Json.text(json, "id"))
          .add("cluster", Json.text(json, "cluster"))
          .state("status", Json.text(json, "status"))
          .add("why", Json.text(json, "statusReason"))
          .add("up", session.ago(json, "upSince"))
          .add("seen", session.ago(json, "seenAt"))
          .add("role", Json.text(json, "role"))
          .add("labels", Json.pairs(json, "labels"))
          .add("discovery", Json.text(json, "discovery"))
          .add("vanished", session.ago(json, "vanishedAt"))
          .add("agent", Json.text(json, "agent"))
          .add("protocol", Json.text(json, "protocol"))
          .add("limits", String.join("; ", Json.texts(json, "limits")))
          .add("agent version", Json.text(json, "agentVersion"))
          .add("platform", Json.text(json, "platform"))
          .add("kinds", String.join(", ", Json.texts(json, "kinds")))
          .add("attributes", Json.pairs(json, "attributes"))
          .add("last error", Json.text(json, "lastError"), Colour.RED)
          .add("errors", errors(json))
          .add("added", session.ago(json, "addedAt"));
    }

    private String errors(JsonNode json) {
      int cycles = Json.number(json, "errorCycles");
      String since = session.ago(json, "errorSince");
      return cycles == 0 ? "" : "in %s, first %s".formatted(Text.count(cycles, "cycle"), since);
    }
  }

  @Command(
      name = "add",
      description = "Adds a node; for a known one, changes its address, protocol, role and labels.",
      footer = {
        "",
        "Example:",
        "  muster node add prod-kafka broker-3 http://10.0.0.3:8234 --role broker --label rack=b",
        "  muster node add prod-mongo mongo-1 http://10.0.0.4:8000 --protocol replicante/v0"
      })
  static final class Add implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "The cluster it belongs to.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "NODE", description = "Its id.")
    private String node = "";

    @Parameters(index = "2", paramLabel = "AGENT", description = "Its agent: http://host:port.")
    private String agent = "";

    @Option(
        names = "--protocol",
        paramLabel = "PROTOCOL",
        description = {
          "What the agent speaks: muster-agent/v1 (the default), or",
          "replicante/v0 or replicante/v0-g1 for one built on the second or first",
          "generation of Replicante's SDK."
        })
    private Optional<String> protocol = Optional.empty();

    @Option(names = "--role", paramLabel = "ROLE", description = "What it is, such as broker.")
    private Optional<String> role = Optional.empty();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    Add(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object().put("id", node);
      body.put("agent", agent.contains("://") ? agent : "http://" + agent);
      protocol.ifPresent(given -> body.put("protocol", given));
      role.ifPresent(given -> body.put("role", given));
      if (!labels.isEmpty()) {
        body.set("labels", Inputs.texts(labels));
      }
      Answer answer = session.api().post(ApiPath.of("clusters", cluster, "nodes"), body);
      return session.answer(
          answer,
          json ->
              session.print(
                  added(json, answer.status() == 201 ? "added" : "was known and is up to date")));
    }

    /** What its agent cannot do is said at once, not when somebody needs it. */
    private List<String> added(JsonNode json, String how) {
      List<String> lines = new ArrayList<>();
      lines.add(
          "Node %s of %s %s: %s"
              .formatted(Json.text(json, "id"), cluster, how, Json.text(json, "agent")));
      List<String> limits = Json.texts(json, "limits");
      if (!limits.isEmpty()) {
        lines.add("Agents of %s have".formatted(Json.text(json, "protocol")));
        limits.forEach(limit -> lines.add("  " + limit));
      }
      return lines.stream().map(NodeCommands::clean).toList();
    }
  }

  @Command(
      name = "remove",
      description = "Removes a node; refused while actions of it are unfinished.",
      footer = {"", "Example:", "  muster node remove prod-kafka broker-3"})
  static final class Remove implements Callable<Integer> {
    private final Session session;
    @Mixin private OneNode one = new OneNode();

    Remove(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(one.path()),
          json -> "Node %s removed from %s".formatted(one.node(), one.cluster()));
    }
  }

  private static String problem(JsonNode node) {
    String error = Json.text(node, "lastError");
    return error.isEmpty() ? Json.text(node, "statusReason") : error;
  }

  /** Without what would move the cursor, but with what a line begins with. */
  private static String clean(String line) {
    String text = line.stripLeading();
    return " ".repeat(line.length() - text.length()) + Text.clean(text);
  }
}
