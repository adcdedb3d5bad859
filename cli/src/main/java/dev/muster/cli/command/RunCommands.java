package dev.muster.cli.command;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.Outputs;
import dev.muster.cli.follow.Recap;
import dev.muster.cli.follow.RunGrid;
import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster run …}: looking at runs. */
final class RunCommands {
  private RunCommands() {}

  @Command(
      name = "list",
      description = "Lists runs, newest first unless --sort says otherwise.",
      footer = {
        "",
        "Examples:",
        "  muster run list --open",
        "  muster run list --cluster demo --sort state,created_at:desc"
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
        names = "--playbook",
        split = ",",
        paramLabel = "PLAYBOOK",
        description = "Only of this playbook, or one of several; with commas, or repeated.")
    private List<String> playbook = List.of();

    @Option(
        names = "--state",
        split = ",",
        paramLabel = "STATE",
        description = {
          "Only in this state, such as Completed, or one of several;",
          "with commas, or repeated."
        })
    private List<String> state = List.of();

    @Option(names = "--open", description = "Only those that are not over.")
    private boolean open;

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path =
          ApiPath.of("runs")
              .with("cluster", Sorting.several(cluster))
              .with("playbook", Sorting.several(playbook))
              .with("state", Sorting.several(state))
              .with("open", open ? Optional.of("true") : Optional.empty());
      return session.list(sorting.in(path), paging, "runs", this::table);
    }

    private Table table(List<JsonNode> runs) {
      Table table =
          Table.of("RUN", "CLUSTER", "PLAYBOOK", "STATE", "STAGE", "OK", "STARTED", "BY", "REASON");
      for (JsonNode run : runs) {
        table.row(
            List.of(
                Cell.of(RunView.shortId(Json.text(run, "id"))),
                Cell.of(Json.text(run, "cluster")),
                Cell.of(Json.text(run, "playbook")),
                Cell.state(Json.text(run, "state")),
                Cell.of(Json.text(run, "stage")),
                Cell.of(progress(run.path("counts"))),
                Cell.of(session.ago(run, "createdAt")),
                Cell.of(Json.text(run, "requester")),
                Cell.of((Json.text(run, "reason") + " " + Json.text(run, "ticket")).strip())));
      }
      return table;
    }

    private static String progress(JsonNode counts) {
      int total = 0;
      for (JsonNode count : counts) {
        total += count.asInt(0);
      }
      int failed = Json.number(counts, "failed");
      return "%d/%d%s"
          .formatted(
              Json.number(counts, "succeeded"),
              total,
              failed == 0 ? "" : ", %d failed".formatted(failed));
    }
  }

  @Command(
      name = "show",
      description = "Shows a run: its stages, nodes and steps, what waits and why.",
      footer = {
        "",
        "Examples:",
        "  muster run show 3f2a91c4",
        "  muster run show 3f2a91c4 --printed"
      })
  static final class Show implements Callable<Integer> {
    private final Session session;

    @Option(
        names = "--printed",
        description = {
          "All that its steps printed, however many nodes and lines;",
          "else the last lines of each step, if the nodes are few."
        })
    private boolean printed;

    @Parameters(paramLabel = "RUN", description = "Its id, or a unique beginning of it.")
    private String run = "";

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(session.api().get(ApiPath.of("runs", run)), this::show);
    }

    private void show(JsonNode json) {
      RunView view = RunView.parse(json);
      Terminal terminal = session.terminal();
      // Whoever asks once can scroll: all nodes that the answer has.
      Terminal tall =
          new Terminal(terminal.mode(), terminal.width(), Terminal.UNLIMITED, terminal.style());
      session.print(RunGrid.lines(view, session.now(), tall, session.command()));
      if (view.isSampled()) {
        session.out().printf("%nAll nodes: %s run nodes %s%n", session.command(), view.shortId());
      }
      outputs(view);
      if (view.isFinal()) {
        session.out().println();
        session.print(Recap.verdict(view, session.now(), terminal, session.command()));
      }
    }

    private void outputs(RunView view) {
      Outputs outputs =
          new Outputs(session.api(), printed ? Outputs.Amount.ALL : Outputs.Amount.FEW);
      outputs.news(view, this::print);
      outputs.hint(view, session.command()).ifPresent(hint -> session.out().printf("%n%s%n", hint));
    }

    private void print(Outputs.Printed step) {
      session.out().println();
      session.out().println(step.where());
      step.lines().forEach(line -> session.out().println("    " + line));
    }
  }

  @Command(
      name = "follow",
      description = {
        "Follows a run to its end; the exit code says how it ended.",
        "On a terminal a picture is redrawn in place, else each change is a line.",
        "Ctrl-C only stops following, never the run."
      },
      footer = {
        "",
        "Examples:",
        "  muster run follow 3f2a91c4",
        "  muster run follow 3f2a91c4 --timeout 30m -o json"
      })
  static final class Follow implements Callable<Integer> {
    private final Session session;
    @Mixin private Patience patience = new Patience();

    @Parameters(paramLabel = "RUN", description = "Its id, or a unique beginning of it.")
    private String run = "";

    Follow(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      return patience.follow(session, run);
    }
  }

  /** For how long a run is followed. */
  static final class Patience {
    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        description = "Stops following after this time, with exit code 6; the run goes on.")
    private Optional<Duration> timeout = Optional.empty();

    @Option(
        names = "--stop-at-approval",
        description = "Stops following when the run waits for people, with exit code 6.")
    private boolean stopAtApproval;

    int follow(Session session, String run) throws InterruptedException {
      FollowRequest request =
          new FollowRequest(
              session.server(),
              session.asker(),
              run,
              session.wantsJson() ? FollowRequest.Output.JSON : FollowRequest.Output.PEOPLE,
              stopAtApproval
                  ? FollowRequest.AtApproval.STOP
                  : FollowRequest.AtApproval.KEEP_FOLLOWING,
              timeout,
              session.wantsJson() ? Terminal.stream() : session.terminal(),
              session.command());
      return Following.follow(request, session).number();
    }

    boolean given() {
      return timeout.isPresent() || stopAtApproval;
    }
  }
}
