package dev.muster.cli.command;

import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.TimeText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster action …}: looking at actions. */
final class ActionCommands {
  private ActionCommands() {}

  @Command(
      name = "list",
      description = "Lists actions, newest first unless --sort says otherwise.",
      footer = {
        "",
        "Examples:",
        "  muster action list --cluster demo --state RUNNING",
        "  muster action list --run 3f2a91c4 --sort state:desc,finished_at",
        "  muster action list --cluster demo,prod --state FAILED,LOST --sort created_at"
      })
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();
    @Mixin private Sorting sorting = new Sorting();

    @Option(
        names = "--cluster",
        split = ",",
        paramLabel = "CLUSTER",
        description = "Only on this cluster, or one of several; with commas, or repeated.")
    private List<String> cluster = List.of();

    @Option(
        names = "--node",
        split = ",",
        paramLabel = "NODE",
        description = "Only on this node, or one of several; with commas, or repeated.")
    private List<String> node = List.of();

    @Option(
        names = "--run",
        split = ",",
        paramLabel = "RUN",
        description = "Only of this run, or one of several; with commas, or repeated.")
    private List<String> run = List.of();

    @Option(
        names = "--state",
        split = ",",
        paramLabel = "STATE",
        description = "Only in this state, or one of several; with commas, or repeated.")
    private List<String> state = List.of();

    @Option(
        names = "--kind",
        split = ",",
        paramLabel = "KIND",
        description = "Only of this kind, or one of several; with commas, or repeated.")
    private List<String> kind = List.of();

    @Option(
        names = "--name",
        split = ",",
        paramLabel = "NAME",
        description = "Only with this name, or one of several; with commas, or repeated.")
    private List<String> name = List.of();

    @Option(
        names = "--parent",
        split = ",",
        paramLabel = "ACTION",
        description =
            "Only what this action has derived, or one of several; with commas, or repeated.")
    private List<String> parent = List.of();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path =
          ApiPath.of("actions")
              .with("cluster", Sorting.several(cluster))
              .with("node", Sorting.several(node))
              .with("run", Sorting.several(run))
              .with("state", Sorting.several(state))
              .with("kind", Sorting.several(kind))
              .with("name", Sorting.several(name))
              .with("parent", Sorting.several(parent));
      return session.list(sorting.in(path), paging, "actions", this::table);
    }

    private Table table(List<JsonNode> actions) {
      Table table =
          Table.of("ACTION", "CLUSTER", "NODE", "KIND", "STATE", "CREATED", "RUN", "STEP", "WHY");
      for (JsonNode action : actions) {
        String error = Json.text(action.path("error"), "message");
        table.row(
            List.of(
                Cell.of(RunView.shortId(Json.text(action, "id"))),
                Cell.of(Json.text(action, "cluster")),
                Cell.of(Json.text(action, "node")),
                Cell.of(Json.text(action, "kind")),
                Cell.state(Json.text(action, "state")),
                Cell.of(session.ago(action, "createdAt")),
                Cell.of(RunView.shortId(Json.text(action, "run"))),
                Cell.of(Json.text(action, "step")),
                error.isEmpty()
                    ? Cell.of(Json.text(action.path("wait"), "text"))
                    : new Cell(error, Colour.RED)));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows an action with all that happened to it.",
      footer = {"", "Example:", "  muster action show 0b7c55d2"})
  static final class Show implements Callable<Integer> {
    private final Session session;

    @Parameters(
        paramLabel = "ACTION",
        description = "Its id, a unique beginning of it, or its name.")
    private String action = "";

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("actions", action)), json -> show(session, json));
    }
  }

  static void show(Session session, JsonNode json) {
    session.print(fields(session, json).lines(session.terminal()));
    List<JsonNode> transitions = Json.items(json, "transitions");
    if (transitions.isEmpty()) {
      return;
    }
    Table table = Table.of("AT", "STATE", "BY", "WHY");
    for (JsonNode transition : transitions) {
      table.row(
          List.of(
              Cell.of(Json.time(transition, "at").map(TimeText::stamp).orElse("")),
              Cell.state(Json.text(transition, "to")),
              Cell.of(Json.text(transition, "by")),
              Cell.of(Json.text(transition, "why"))));
    }
    session.out().println();
    session.print(table.lines(session.terminal()));
  }

  /** What became of the last request to suspend or to resume it. */
  private static String pause(Session session, JsonNode json) {
    JsonNode pause = json.path("pause");
    if (pause.isMissingNode()) {
      return "";
    }
    String refusal = Json.text(pause, "refusal");
    String answer =
        Json.text(json, "node").isEmpty()
            ? "with what it derived"
            : Json.text(pause, "sentAt").isEmpty()
                ? "its agent does not know it yet"
                : refusal.isEmpty() ? "its agent was told" : "its agent will not: " + refusal;
    return "%s, asked by %s %s; %s"
        .formatted(
            Json.text(pause, "signal"),
            Json.text(pause, "requestedBy"),
            session.ago(pause, "requestedAt"),
            answer);
  }

  private static FieldList fields(Session session, JsonNode json) {
    // The API counts stages from 0; people count from 1, as in a run's summary.
    String stage =
        json.path("stage").isInt()
            ? "stage " + (Json.number(json, "stage") + 1)
            : Json.text(json, "stage");
    String step = Json.text(json, "step");
    return new FieldList()
        .add("action", Json.text(json, "id"))
        .add("name", Json.text(json.path("metadata"), "name"))
        .add("kind", Json.text(json, "kind"))
        .add("node", Json.text(json, "node"))
        .add("cluster", Json.text(json, "cluster"))
        .state("state", Json.text(json, "state"))
        .add("pause", pause(session, json), Colour.YELLOW)
        .add("waits", Json.text(json.path("wait"), "text"), Colour.YELLOW)
        .add("error", Json.text(json.path("error"), "message"), Colour.RED)
        .add("causes", String.join("; ", Json.texts(json.path("error"), "causes")), Colour.RED)
        .add("exit code", Json.text(json, "exitCode"))
        .add("arguments", Json.text(json, "args"))
        .add("result", Json.text(json, "payload"))
        .add("metadata", Json.pairs(json, "metadata"))
        .add("depends on", String.join(", ", Json.texts(json, "dependsOn")))
        .add("depended on by", String.join(", ", Json.texts(json, "dependedBy")))
        .add("run", Json.text(json, "run"))
        .add("stage, step", stage.isEmpty() ? step : stage + ", " + step)
        .add("attempt", Json.number(json, "attempt") > 1 ? Json.text(json, "attempt") : "")
        .add(
            "parent",
            Json.text(json, "parent")
                + (json.path("bestEffort").asBoolean(false) ? " (best effort)" : ""))
        .add("by", Json.text(json, "requester"))
        .add("created", session.ago(json, "createdAt"))
        .add("started", session.ago(json, "startedAt"))
        .add("finished", session.ago(json, "finishedAt"));
  }
}
