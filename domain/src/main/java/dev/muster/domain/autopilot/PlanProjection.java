package dev.muster.domain.autopilot;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The status of a plan, from what NewPlan froze and the run as it is now. */
public final class PlanProjection {

  private final SeenRun run;
  private final Dialect dialect;
  private final Map<WaveKey, SeenRun.Stage> stages = new HashMap<>();

  private PlanProjection(SeenRun run, Dialect dialect) {
    this.run = run;
    this.dialect = dialect;
    run.stages().forEach(stage -> stages.put(stage.wave(), stage));
  }

  /**
   * Projects. Nothing that Autopilot's consumers do not know ever appears: what is paused, waits
   * for approval or for a window is SchedulableWait, what was cancelled or took too long is
   * ApplyFailed, and the reason is the description of the command that it is about.
   *
   * <p>What failed ends the plan when the nodes that were signalled beside it have ended: until
   * then it is SchedulableWait, so that what is final never changes.
   *
   * @param frozen what {@link PlanTranslation} left
   */
  public static PlanStatus project(PlanStatus frozen, SeenRun run, Dialect dialect) {
    return frozen.state().isFinal() ? frozen : new PlanProjection(run, dialect).status(frozen);
  }

  /** The status of a plan that had no nodes to work on, when it was looked at again. */
  public static PlanStatus nothingToDo(PlanStatus frozen) {
    return new PlanStatus(
        ProgressState.COMPLETED,
        frozen.commands().stream().map(one -> one.in(ProgressState.COMPLETED, "")).toList());
  }

  private PlanStatus status(PlanStatus frozen) {
    List<PlanStatus.Command> commands = new ArrayList<>();
    Optional<ProgressState> active = Optional.empty();
    for (PlanStatus.Command command : frozen.commands()) {
      PlanStatus.Command seen =
          command.with(nodes(command, SignalRole.CONTROLLER), nodes(command, SignalRole.WORKER));
      if (active.isPresent()) {
        commands.add(seen);
        continue;
      }
      PlanStatus.Command judged = judge(seen);
      commands.add(judged);
      if (judged.state() != ProgressState.COMPLETED) {
        active = Optional.of(judged.state());
      }
    }
    // As in Autopilot, a plan is Completed a little after its last command.
    ProgressState done =
        run.state().isFinal() ? ProgressState.COMPLETED : ProgressState.SCHEDULABLE_WAIT;
    return new PlanStatus(active.orElse(done), commands);
  }

  /** The state of a command whose turn it is. */
  private PlanStatus.Command judge(PlanStatus.Command command) {
    PlanExplanation why = new PlanExplanation(run, stages(command), this::stateOf);
    Optional<SeenRun.Stage> stage =
        stages(command).stream().filter(one -> one.state() != ProgressState.COMPLETED).findFirst();
    if (stage.isEmpty()) {
      return command.in(ProgressState.COMPLETED, why.completed());
    }
    if (run.state().isFinal()) {
      return command.in(error(command), why.ended());
    }
    return mayStartOne(stage.get())
        ? command.in(ProgressState.SCHEDULABLE, why.moving(stage.get()))
        : command.in(ProgressState.SCHEDULABLE_WAIT, why.waiting(stage.get()));
  }

  private List<SeenRun.Stage> stages(PlanStatus.Command command) {
    return Stream.of(SignalRole.values())
        .map(role -> Optional.ofNullable(stages.get(new WaveKey(command.id(), role))))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Whether one more node may be signalled now; one that is probed may as soon as it is well. */
  private boolean mayStartOne(SeenRun.Stage stage) {
    boolean held =
        run.pausedBy().isPresent()
            || run.cancelledBy().isPresent()
            || stage.openedAt().isEmpty()
            || stage.state().isFinal();
    boolean nobodyInWork =
        stage.nodes().stream().noneMatch(node -> isInWork(node) || hasStep(node));
    return !held
        && stage.nodes().stream()
            .filter(node -> !node.state().isFinal())
            .filter(node -> stateOf(node) == SignalState.PENDING)
            .anyMatch(node ->
                switch (node.state()) {
                  case RUNNING -> true;
                  case PENDING -> node.step().map(PlanProjection::isFree).orElse(nobodyInWork);
                  case SUCCEEDED, FAILED, TIMED_OUT, UNREACHABLE, SKIPPED, CANCELLED -> false;
                });
  }

  private static boolean isInWork(SeenRun.Node node) {
    return node.state() == NodeState.RUNNING;
  }

  private static boolean hasStep(SeenRun.Node node) {
    return node.step().isPresent();
  }

  private static boolean isFree(SeenRun.Step step) {
    return step.waiting().isEmpty() && !step.state().isFinal();
  }

  private ProgressState error(PlanStatus.Command command) {
    List<SignalState> nodes =
        Stream.concat(command.controllers().stream(), command.workers().stream())
            .map(PlanStatus.Node::state)
            .toList();
    if (run.state() != ProgressState.APPLY_FAILED || nodes.contains(SignalState.APPLY_FAILED)) {
      return ProgressState.APPLY_FAILED;
    }
    boolean seed = dialect == Dialect.SEED;
    if (nodes.contains(SignalState.MISSING_NODE)) {
      return seed ? ProgressState.MISSING_SIGNAL_NODE : ProgressState.INCOMPLETE_TARGETS;
    }
    return seed ? ProgressState.INCONSISTENT_TARGETS : ProgressState.APPLY_FAILED;
  }

  private List<PlanStatus.Node> nodes(PlanStatus.Command command, SignalRole role) {
    Map<String, SeenRun.Node> seen =
        Optional.ofNullable(stages.get(new WaveKey(command.id(), role)))
            .map(SeenRun.Stage::nodes)
            .orElse(List.of())
            .stream()
            .collect(Collectors.toMap(node -> node.node().value(), Function.identity()));
    return command.nodes(role).stream()
        .map(node ->
            Optional.ofNullable(seen.get(node.name()))
                .map(now -> node.in(stateOf(now), since(node, now)))
                .orElse(node))
        .toList();
  }

  /** Autopilot says when a node was signalled, and leaves it at that when the node is done. */
  private static Instant since(PlanStatus.Node frozen, SeenRun.Node now) {
    return now.signalledAt().orElse(frozen.updatedAt());
  }

  private SignalState stateOf(SeenRun.Node node) {
    return switch (node.state()) {
      case PENDING, RUNNING -> isSignalled(node) ? SignalState.SENT : SignalState.PENDING;
      case SUCCEEDED, SKIPPED -> SignalState.COMPLETED;
      case FAILED, TIMED_OUT, UNREACHABLE -> failed(node);
      case CANCELLED -> cancelled(node);
    };
  }

  private SignalState failed(SeenRun.Node node) {
    if (node.isGone()) {
      return SignalState.MISSING_NODE;
    }
    // The seed document ends the plan, and says nothing of the node.
    return dialect == Dialect.SEED && !isSignalled(node) && node.isAt(WaveKey.PROBE)
        ? SignalState.PENDING
        : SignalState.APPLY_FAILED;
  }

  private static SignalState cancelled(SeenRun.Node node) {
    if (!isSignalled(node)) {
      return SignalState.PENDING;
    }
    return node.isAt(WaveKey.UPDATE) ? SignalState.APPLY_FAILED : SignalState.COMPLETED;
  }

  private static boolean isSignalled(SeenRun.Node node) {
    return node.signalledAt().isPresent()
        || node.step()
            .filter(step -> step.name().equals(WaveKey.UPDATE))
            .filter(step -> step.state() == ActionState.RUNNING)
            .isPresent();
  }
}
