package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.TimeText;
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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster cluster …}. */
final class ClusterCommands {
  private ClusterCommands() {}

  @Command(
      name = "list",
      description = "Lists the clusters.",
      footer = {"", "Example:", "  muster cluster list"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(ApiPath.of("clusters"), paging, "clusters", this::table);
    }

    private Table table(List<JsonNode> clusters) {
      Table table = Table.of("CLUSTER", "NODES", "UP", "UNFINISHED", "LABELS", "CREATED");
      for (JsonNode cluster : clusters) {
        boolean allUp = Json.number(cluster, "nodesUp") == Json.number(cluster, "nodes");
        table.row(
            List.of(
                Cell.of(Json.text(cluster, "name")),
                Cell.of(Json.text(cluster, "nodes")),
                new Cell(Json.text(cluster, "nodesUp"), allUp ? Colour.NONE : Colour.YELLOW),
                Cell.of(Json.text(cluster, "unfinished")),
                Cell.of(Json.pairs(cluster, "labels")),
                Cell.of(session.ago(cluster, "createdAt"))));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows a cluster with its settings.",
      footer = {"", "Example:", "  muster cluster show prod-kafka"})
  static final class Show implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("clusters", cluster)),
          json -> session.print(fields(json, session).lines(session.terminal())));
    }
  }

  @Command(
      name = "add",
      description = "Adds a cluster. The same again changes nothing.",
      footer = {"", "Example:", "  muster cluster add prod-kafka --label env=prod --agent-queue 1"})
  static final class Add implements Callable<Integer> {
    private final Session session;
    @Mixin private Settings settings = new Settings();

    @Parameters(paramLabel = "CLUSTER", description = "Its name: an RFC 1123 label.")
    private String cluster = "";

    Add(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object().put("name", cluster);
      settings.into(body);
      Answer answer = session.api().post(ApiPath.of("clusters"), body);
      return session.say(
          answer,
          json ->
              "Cluster %s %s"
                  .formatted(
                      Json.text(json, "name"),
                      answer.status() == 201 ? "added" : "exists already"));
    }
  }

  @Command(
      name = "set",
      description = "Changes settings and labels of a cluster; the others stay as they are.",
      footer = {"", "Example:", "  muster cluster set prod-kafka --max-nodes-in-work 3"})
  static final class Change implements Callable<Integer> {
    private final Session session;
    @Mixin private Settings settings = new Settings();

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Change(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      settings.into(body);
      if (body.isEmpty()) {
        throw new UsageFailure("Nothing to change was given (see muster cluster set --help)");
      }
      return session.answer(
          session.api().patch(ApiPath.of("clusters", cluster), body),
          json -> session.print(fields(json, session).lines(session.terminal())));
    }
  }

  @Command(
      name = "remove",
      description = "Removes a cluster; refused while runs or actions of it are unfinished.",
      footer = {"", "Example:", "  muster cluster remove old-kafka"})
  static final class Remove implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Remove(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(ApiPath.of("clusters", cluster)),
          json -> "Cluster " + cluster + " removed");
    }
  }

  /** What a cluster can be told. */
  static final class Settings {
    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
        names = "--idle-interval",
        paramLabel = "TIME",
        description = "Between cycles while nothing is unfinished, such as 60s.")
    private Optional<Duration> idleInterval = Optional.empty();

    @Option(
        names = "--busy-interval",
        paramLabel = "TIME",
        description = "Longest time between cycles while something is, such as 5s.")
    private Optional<Duration> busyInterval = Optional.empty();

    @Option(
        names = "--max-nodes-in-work",
        paramLabel = "N|none",
        description = "Nodes worked on at once, over all runs.")
    private Optional<String> maxNodesInWork = Optional.empty();

    @Option(
        names = "--agent-queue",
        paramLabel = "N",
        description = "Unfinished actions that may be on one agent.")
    private Optional<Integer> agentQueue = Optional.empty();

    @Option(
        names = "--unreachable-after",
        paramLabel = "TIME",
        description = "After this silence of its agent a node counts as failed, such as 5m.")
    private Optional<Duration> unreachableAfter = Optional.empty();

    @Option(
        names = "--k0s-dialect",
        paramLabel = "current|seed|strict",
        description = "Which edition of Autopilot its plans follow: docs/k0s.md.")
    private Optional<String> dialect = Optional.empty();

    @Option(
        names = "--k0s-exclude",
        split = ",",
        paramLabel = "ROLE|none",
        description = "Plans that target a controller, or a worker, are Restricted.")
    private List<String> exclude = List.of();

    void into(ObjectNode body) {
      ObjectNode settings = Json.object();
      idleInterval.ifPresent(time -> settings.put("idleInterval", time.toString()));
      busyInterval.ifPresent(time -> settings.put("busyInterval", time.toString()));
      maxNodesInWork.ifPresent(typed -> {
        if (typed.equals("none")) {
          settings.putNull("maxNodesInWork");
        } else {
          settings.put("maxNodesInWork", positive("--max-nodes-in-work", typed));
        }
      });
      agentQueue.ifPresent(n -> settings.put("agentQueue", n));
      unreachableAfter.ifPresent(time -> settings.put("unreachableAfter", time.toString()));
      ObjectNode autopilot = Json.object();
      dialect.ifPresent(word -> autopilot.put("dialect", word));
      if (!exclude.isEmpty()) {
        ArrayNode roles = autopilot.putArray("exclude");
        exclude.stream().filter(role -> !role.equals("none")).forEach(roles::add);
      }
      if (!autopilot.isEmpty()) {
        settings.set("autopilot", autopilot);
      }
      if (!settings.isEmpty()) {
        body.set("settings", settings);
      }
      if (!labels.isEmpty()) {
        body.set("labels", Inputs.texts(labels));
      }
    }

    private static int positive(String option, String typed) {
      if (!typed.matches("[1-9][0-9]{0,8}")) {
        throw new UsageFailure("%s '%s' (expected: 1 or more, or none)".formatted(option, typed));
      }
      return Integer.parseInt(typed);
    }
  }

  private static FieldList fields(JsonNode cluster, Session session) {
    JsonNode settings = cluster.path("settings");
    return new FieldList()
        .add("cluster", Json.text(cluster, "name"))
        .add("labels", Json.pairs(cluster, "labels"))
        .add("nodes", Json.text(cluster, "nodes"))
        .add("nodes up", Json.text(cluster, "nodesUp"))
        .add("unfinished actions", Json.text(cluster, "unfinished"))
        .add("stands still", Json.text(cluster, "stall"))
        .add("idle interval", duration(settings, "idleInterval"))
        .add("busy interval", duration(settings, "busyInterval"))
        .add("max nodes in work", Json.text(settings, "maxNodesInWork"))
        .add("agent queue", Json.text(settings, "agentQueue"))
        .add("unreachable after", duration(settings, "unreachableAfter"))
        .add("k0s dialect", Json.text(settings.path("autopilot"), "dialect"))
        .add("k0s exclude", String.join(", ", Json.texts(settings.path("autopilot"), "exclude")))
        .add("created", session.ago(cluster, "createdAt"));
  }

  private static String duration(JsonNode json, String field) {
    return TimeText.whole(Json.text(json, field));
  }
}
