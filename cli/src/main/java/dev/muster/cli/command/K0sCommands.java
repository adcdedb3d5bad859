package dev.muster.cli.command;

import dev.muster.cli.follow.PlanPicture;
import dev.muster.cli.follow.PlanView;
import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code muster k0s …}: plans of k0s Autopilot. */
final class K0sCommands {
  private K0sCommands() {}

  /** All of them. */
  static void addTo(CommandLine noun, Session session) {
    noun.addSubcommand(new K0sApply(session));
    noun.addSubcommand(new Plans(session));
    noun.addSubcommand(new Show(session));
    noun.addSubcommand(new Retry(session));
    noun.addSubcommand(new PlanDecision.Pause(session));
    noun.addSubcommand(new PlanDecision.Resume(session));
    noun.addSubcommand(new PlanDecision.Cancel(session));
    noun.addSubcommand(new Delete(session));
    noun.addSubcommand(new K0sKubeconfig(session));
    CommandLine updates = new CommandLine(new Group());
    updates
        .getCommandSpec()
        .name("update-config")
        .usageMessage()
        .description(
            "What makes plans by itself, from an update server: apply, list, show, delete.")
        .synopsisSubcommandLabel("COMMAND")
        .footer("", "Example:", "  muster k0s update-config list --cluster prod");
    UpdateConfigCommands.addTo(updates, session);
    noun.addSubcommand("update-config", updates);
  }

  @Command(
      name = "plans",
      description = "Lists the plans of a cluster: where each is, and why.",
      footer = {"", "Example:", "  muster k0s plans --cluster prod"})
  static final class Plans implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    @Option(
        names = {"-c", "--cluster"},
        required = true,
        paramLabel = "CLUSTER",
        description = "The cluster.")
    private String cluster = "";

    Plans(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(
          ApiPath.of("clusters", cluster, "autopilot", "plans"), paging, "plans", this::table);
    }

    private Table table(List<JsonNode> plans) {
      Table table = Table.of("NAME", "STATE", "COMMANDS", "NODES", "RUN", "AGE", "WHY");
      for (JsonNode json : plans) {
        PlanView plan = PlanView.parse(json);
        List<PlanView.Target> all =
            plan.commands().stream().flatMap(command -> command.targets().stream()).toList();
        table.row(
            List.of(
                Cell.of(plan.name()),
                Cell.state(plan.stateWord()),
                Cell.of(done(plan.commands())),
                Cell.of(PlanView.nodes(all).replace(" nodes", "")),
                Cell.of(RunView.shortId(plan.run())),
                Cell.of(session.ago(json, "createdAt")),
                Cell.of(plan.why())));
      }
      return table;
    }

    private static String done(List<PlanView.Command> commands) {
      long done = commands.stream().filter(one -> one.state().equals("Completed")).count();
      return "%d/%d".formatted(done, commands.size());
    }
  }

  @Command(
      name = "show",
      description = "Shows a plan: its state, its commands, each node, and why what waits waits.",
      footer = {
        "",
        "Examples:",
        "  muster k0s show --cluster prod",
        "  muster k0s show spring --cluster prod -o json"
      })
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private PlanPlace place = new PlanPlace();

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(session.api().get(place.path()), this::show);
    }

    private void show(JsonNode json) {
      PlanView plan = PlanView.parse(json);
      PlanView told =
          plan.run().isEmpty()
              ? plan
              : run(plan.run()).map(run -> PlanView.parse(json, run)).orElse(plan);
      Terminal terminal = session.terminal();
      // Whoever asks once can scroll.
      Terminal tall =
          new Terminal(terminal.mode(), terminal.width(), Terminal.UNLIMITED, terminal.style());
      session.print(PlanPicture.lines(told, session.now(), tall));
    }

    /** History may be kept for less long than the plan. */
    private Optional<RunView> run(String id) {
      try {
        return Optional.of(RunView.parse(session.api().get(ApiPath.of("runs", id)).json()));
      } catch (ApiFailure failure) {
        if (failure.kind() == ApiFailure.Kind.REFUSED) {
          return Optional.empty();
        }
        throw failure;
      }
    }
  }

  @Command(
      name = "retry",
      description = {
        "Tries a plan again that ended badly, without the nodes that are done.",
        "By its file as it was applied last, over the nodes that it had."
      },
      footer = {
        "",
        "Examples:",
        "  muster k0s apply plan.yaml --cluster prod     # with the right sha256",
        "  muster k0s retry --cluster prod --follow"
      })
  static final class Retry implements Callable<Integer> {
    private final Session session;
    @Mixin private PlanPlace place = new PlanPlace();

    @Option(
        names = {"-f", "--follow"},
        description = "Follows it; the exit code says how it ended.")
    private boolean follow;

    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        description = "Stops following after this time, with exit code 6; the plan goes on.")
    private Optional<Duration> timeout = Optional.empty();

    Retry(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      if (timeout.isPresent() && !follow) {
        throw new UsageFailure("--timeout needs --follow");
      }
      Answer answer = session.api().post(place.path("retry"), Json.object());
      if (!follow || !session.wantsJson()) {
        session.say(answer, this::line);
      }
      return follow
          ? new PlanFollowing(place.cluster(), place.plan(), timeout).follow(session).number()
          : ExitCode.OK.number();
    }

    private String line(JsonNode json) {
      PlanView plan = PlanView.parse(json);
      String run = plan.run().isEmpty() ? "" : ", run " + RunView.shortId(plan.run());
      return "Plan %s of %s is tried again, attempt %s%s: %s"
          .formatted(
              place.plan(), place.cluster(), Json.text(json, "attempt"), run, plan.stateWord());
    }
  }

  @Command(
      name = "delete",
      description = {
        "Deletes a plan; one that runs is cancelled.",
        "Nothing new is started then, and what runs on nodes ends. The run stays as history."
      },
      footer = {"", "Example:", "  muster k0s delete --cluster prod"})
  static final class Delete implements Callable<Integer> {
    private final Session session;
    @Mixin private PlanPlace place = new PlanPlace();

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(place.path()),
          json ->
              "Plan %s deleted from %s; nothing new is started, what runs on nodes ends"
                  .formatted(place.plan(), place.cluster()));
    }
  }
}
