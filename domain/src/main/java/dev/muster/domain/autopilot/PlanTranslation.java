package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.Planner;
import dev.muster.domain.playbook.Planning;
import dev.muster.domain.playbook.Playbook;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.shown.Shortened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Autopilot's NewPlan: a plan and a cluster become a run with one stage for each wave. */
public final class PlanTranslation {

  private final AutopilotPlan plan;
  private final PlanContext cluster;
  private final AutopilotSettings settings;
  private final Dialect dialect;
  private final SignalTargets targets;

  private PlanTranslation(
      AutopilotPlan plan, PlanContext cluster, AutopilotSettings settings, Instant now) {
    this.plan = plan;
    this.cluster = cluster;
    this.settings = settings;
    this.dialect = plan.terms().dialect().orElse(settings.dialect());
    this.targets = new SignalTargets(cluster, now);
  }

  /** What a plan becomes. */
  public sealed interface Translated {

    /** What NewPlan leaves: targets frozen, one entry for each command, or NewPlan's error. */
    PlanStatus status();

    /**
     * It runs.
     *
     * @param definition a playbook document with the stages, for the run to keep; its name is the
     *     plan's (dots become dashes, cut to 63 characters)
     */
    record Runs(PlanStatus status, JsonNode definition, RunPlan plan) implements Translated {}

    /** It ended already, by an error of NewPlan: nothing runs. */
    record Ended(PlanStatus status) implements Translated {}

    /** It has no nodes to work on: the status is SchedulableWait, and Completed comes next. */
    record Idle(PlanStatus status) implements Translated {}
  }

  /**
   * Translates.
   *
   * @param before of a retry: what is SignalCompleted there stays so and is not done again; targets
   *     are those that were frozen then
   */
  public static Translated translate(
      AutopilotPlan plan,
      PlanContext cluster,
      AutopilotSettings settings,
      Optional<PlanStatus> before,
      Instant now) {
    return new PlanTranslation(plan, cluster, settings, now).translate(before);
  }

  private Translated translate(Optional<PlanStatus> before) {
    List<PlanStatus.Command> commands = new ArrayList<>();
    for (PlanCommand command : plan.commands()) {
      PlanStatus.Command frozen = freeze(commands.size(), command, before);
      Optional<NewPlanError> error = error(frozen, command);
      if (error.isPresent()) {
        commands.add(error.get().of(frozen, dialect));
        // As in Autopilot: the commands after it get no entry.
        return new Translated.Ended(new PlanStatus(error.get().state(), commands));
      }
      commands.add(frozen);
    }
    return run(new PlanStatus(ProgressState.SCHEDULABLE_WAIT, commands));
  }

  private Translated run(PlanStatus frozen) {
    JsonNode definition = PlanDefinition.of(plan, frozen, targets, dialect);
    if (definition.path("stages").isEmpty()) {
      return new Translated.Idle(frozen);
    }
    return switch (Planner.plan(
        Playbook.ofDefinition(definition), JsonNodeFactory.instance.objectNode(), cluster)) {
      case Planning.Planned(RunPlan planned) -> new Translated.Runs(frozen, definition, planned);
      case Planning.Refused(ProgressState state, List<Finding> findings) ->
          new Translated.Ended(refused(frozen, findings));
    };
  }

  /** What a planner would not have is told where people look. */
  private static PlanStatus refused(PlanStatus frozen, List<Finding> findings) {
    String why = findings.stream().map(Finding::message).collect(Collectors.joining("; "));
    List<PlanStatus.Command> commands = new ArrayList<>(frozen.commands());
    commands.set(
        0,
        commands.getFirst().in(commands.getFirst().state(), Shortened.to(NewPlanError.MOST, why)));
    return new PlanStatus(ProgressState.INCOMPLETE_TARGETS, commands);
  }

  private PlanStatus.Command freeze(int id, PlanCommand command, Optional<PlanStatus> before) {
    Optional<PlanStatus.Command> old =
        before
            .filter(status -> id < status.commands().size())
            .map(status -> status.commands().get(id))
            .filter(status -> status.kind() == command.kind());
    List<PlanStatus.Node> controllers = nodes(command, SignalRole.CONTROLLER, old);
    List<PlanStatus.Node> workers = nodes(command, SignalRole.WORKER, old);
    boolean done =
        old.isPresent()
            && old.get().state() == ProgressState.COMPLETED
            && Stream.concat(controllers.stream(), workers.stream())
                .allMatch(node -> node.state() == SignalState.COMPLETED);
    return new PlanStatus.Command(
        id,
        done ? ProgressState.COMPLETED : ProgressState.SCHEDULABLE_WAIT,
        "",
        command.kind(),
        controllers,
        workers);
  }

  private List<PlanStatus.Node> nodes(
      PlanCommand command, SignalRole role, Optional<PlanStatus.Command> old) {
    return old.map(status -> targets.again(status.nodes(role), command, role))
        .orElseGet(() ->
            command.waves().stream()
                .filter(wave -> wave.role() == role)
                .findFirst()
                .map(wave -> targets.discover(command, wave))
                .orElse(List.of()));
  }

  private Optional<NewPlanError> error(PlanStatus.Command frozen, PlanCommand command) {
    List<String> problems =
        Stream.of(SignalRole.values())
            .flatMap(role ->
                frozen.nodes(role).stream()
                    .filter(node -> isMissing(node.state()))
                    .map(node ->
                        "%s: %s".formatted(node.name(), targets.why(node.name(), command, role))))
            .toList();
    if (!problems.isEmpty()) {
      return Optional.of(new NewPlanError(missing(frozen), problems));
    }
    List<String> excluded =
        settings.exclude().stream()
            .filter(role -> !frozen.nodes(role).isEmpty())
            .map(role ->
                "%ss are excluded from plans of cluster '%s', and the command targets %d of them"
                    .formatted(role.word(), cluster.cluster(), frozen.nodes(role).size()))
            .toList();
    return excluded.isEmpty()
        ? Optional.empty()
        : Optional.of(new NewPlanError(ProgressState.RESTRICTED, excluded));
  }

  private ProgressState missing(PlanStatus.Command frozen) {
    boolean node =
        Stream.concat(frozen.controllers().stream(), frozen.workers().stream())
            .anyMatch(one -> one.state() == SignalState.MISSING_NODE);
    return node || dialect != Dialect.SEED
        ? ProgressState.INCOMPLETE_TARGETS
        : ProgressState.MISSING_PLATFORM;
  }

  private static boolean isMissing(SignalState state) {
    return state == SignalState.MISSING_NODE || state == SignalState.MISSING_PLATFORM;
  }

  /** How NewPlan ends at a command. */
  private record NewPlanError(ProgressState state, List<String> problems) {

    static final int MOST = 900;
    private static final int TOLD = 5;

    /**
     * Autopilot leaves the command in SchedulableWait, and only the plan has the error. The seed
     * document says that both have it.
     */
    PlanStatus.Command of(PlanStatus.Command command, Dialect dialect) {
      int more = problems.size() - TOLD;
      String told = problems.stream().limit(TOLD).collect(Collectors.joining("; "));
      return command.in(
          dialect == Dialect.SEED ? state : command.state(),
          Shortened.to(MOST, told) + (more > 0 ? "; and %d more".formatted(more) : ""));
    }
  }
}
