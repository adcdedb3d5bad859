package dev.muster.cli.command;

import dev.muster.cli.follow.NodeView;
import dev.muster.cli.follow.RunView;
import dev.muster.cli.follow.StageView;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.TimeText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster run nodes}: the nodes of a run, however many. */
@Command(
    name = "nodes",
    description = "Lists the nodes of a run, also of one that has too many to be shown whole.",
    footer = {
      "",
      "Examples:",
      "  muster run nodes 3f2a91c4 --state FAILED,TIMED_OUT",
      "  muster run nodes 3f2a91c4 --stage rest --limit 0"
    })
final class RunNodesCommand implements Callable<Integer> {
  private final Session session;
  @Mixin private Paging paging = Paging.newest();

  @Option(names = "--stage", paramLabel = "STAGE", description = "Only of this stage, by its name.")
  private Optional<String> stage = Optional.empty();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only in this state, such as RUNNING; several are joined by commas.")
  private Optional<String> state = Optional.empty();

  @Parameters(paramLabel = "RUN", description = "Its id, or a unique beginning of it.")
  private String run = "";

  RunNodesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    RunView view = RunView.parse(session.api().get(ApiPath.of("runs", run)).json());
    ApiPath path =
        ApiPath.of("runs", view.id(), "nodes")
            .with("stage", stage.map(name -> String.valueOf(named(view, name).index())))
            .with("state", state);
    return session.list(path, paging, "nodes", nodes -> table(view, nodes));
  }

  private static StageView named(RunView run, String name) {
    return run.stages().stream()
        .filter(stage -> stage.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new UsageFailure(
                "--stage %s: the run has no such stage (expected: one of %s)"
                    .formatted(
                        name,
                        run.stages().stream()
                            .map(StageView::name)
                            .collect(Collectors.joining(", ")))));
  }

  private Table table(RunView run, List<JsonNode> nodes) {
    Table table = Table.of("NODE", "STAGE", "STATE", "STEP", "TOOK", "REASON");
    for (JsonNode json : nodes) {
      NodeView node = NodeView.parse(json);
      int index = Json.number(json, "stage");
      table.row(
          List.of(
              Cell.of(node.node()),
              Cell.of(
                  run.stages().stream()
                      .filter(stage -> stage.index() == index)
                      .map(StageView::name)
                      .findFirst()
                      .orElse("")),
              Cell.state(node.state()),
              Cell.of(node.at()),
              Cell.of(node.took(session.now()).map(TimeText::took).orElse("")),
              Cell.of(node.says())));
    }
    return table;
  }
}
