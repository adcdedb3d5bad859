package dev.muster.domain.autopilot;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A run that goes on by itself: nodes are probed, signalled, done, and sometimes fail. */
final class RandomWalk {

  final SimulatedRun run;
  private final AutopilotPlan plan;
  private final Random random;
  private final int mishaps;
  private final int budget;
  private int seconds;

  RandomWalk(SimulatedRun run, AutopilotPlan plan, Random random) {
    this.run = run;
    this.plan = plan;
    this.random = random;
    this.mishaps = random.nextInt(3) * 4;
    this.budget = random.nextInt(3) == 0 ? 1 : 0;
  }

  void step() {
    seconds++;
    if (run.state.isFinal()) {
      return;
    }
    Optional<SimulatedRun.Wave> open =
        run.waves.stream().filter(wave -> wave.state != ProgressState.COMPLETED).findFirst();
    if (open.isEmpty()) {
      run.end(ProgressState.COMPLETED, "every stage is finished");
      return;
    }
    if (!open.get().open) {
      run.open(run.waves.indexOf(open.get()));
      return;
    }
    hold();
    move(open.get());
    close(open.get());
  }

  /** People pause, go on, and now and then cancel. */
  private void hold() {
    if (random.nextInt(20) == 0) {
      run.pausedBy = run.pausedBy.isPresent() ? Optional.empty() : Optional.of("ada");
    }
    if (mishaps > 0 && random.nextInt(300) == 0) {
      run.cancelledBy = Optional.of("ada");
    }
  }

  private void move(SimulatedRun.Wave wave) {
    List<SimulatedRun.One> moving =
        wave.nodes.stream().filter(node -> !node.state.isFinal()).toList();
    if (moving.isEmpty()) {
      return;
    }
    SimulatedRun.One node = moving.get(random.nextInt(moving.size()));
    if (node.state == NodeState.PENDING) {
      start(wave, node);
    } else if (random.nextInt(40) < mishaps) {
      fail(node);
    } else if (node.signalledAt.isEmpty()) {
      node.sent(AutopilotScene.T0.plusSeconds(seconds));
    } else {
      node.done();
    }
    limits(wave);
  }

  private void start(SimulatedRun.Wave wave, SimulatedRun.One node) {
    if (room(wave) <= 0 || held(wave)) {
      return;
    }
    if (plan.commands().get(wave.key.command()).kind() == PlanCommand.Kind.AIRGAP_UPDATE) {
      node.sent(AutopilotScene.T0.plusSeconds(seconds));
    } else {
      node.probing(random.nextBoolean() ? "" : "not ready yet");
    }
  }

  private void fail(SimulatedRun.One node) {
    boolean gone = random.nextInt(3) == 0;
    node.at(
        node.signalledAt.isPresent() ? WaveKey.UPDATE : WaveKey.PROBE,
        ActionState.FAILED,
        "broken");
    node.failed(gone ? NodeState.GONE : "a step failed");
  }

  private boolean held(SimulatedRun.Wave wave) {
    return run.pausedBy.isPresent() || run.cancelledBy.isPresent() || failed(wave) > budget;
  }

  private int room(SimulatedRun.Wave wave) {
    int allowed =
        plan.commands().get(wave.key.command()).waves().stream()
            .filter(one -> one.role() == wave.key.role())
            .mapToInt(PlanCommand.Wave::concurrent)
            .sum();
    return allowed - inWork(wave);
  }

  /** As the scheduler says of whoever cannot start now. */
  private void limits(SimulatedRun.Wave wave) {
    for (SimulatedRun.One node : wave.nodes) {
      if (node.state == NodeState.PENDING) {
        node.step = Optional.empty();
        if (failed(wave) > budget) {
          node.waiting(WaitReason.Code.BUDGET_SPENT, "too many failed");
        } else if (room(wave) <= 0) {
          node.waiting(WaitReason.Code.STAGE_AT_LIMIT, "full");
        } else {
          node.at(WaveKey.PROBE, ActionState.PENDING_SCHEDULE, "");
        }
      }
    }
  }

  private void close(SimulatedRun.Wave wave) {
    boolean ends = failed(wave) > budget || run.cancelledBy.isPresent();
    boolean over = wave.nodes.stream().allMatch(node -> node.state.isFinal());
    if (inWork(wave) > 0 || !(ends || over)) {
      return;
    }
    if (!ends) {
      wave.state = ProgressState.COMPLETED;
      return;
    }
    wave.nodes.stream()
        .filter(node -> !node.state.isFinal())
        .forEach(node -> node.in(NodeState.CANCELLED));
    ProgressState as =
        run.cancelledBy.isPresent() ? ProgressState.CANCELLED : ProgressState.APPLY_FAILED;
    wave.state = as;
    run.end(as, "it ended");
  }

  private static int inWork(SimulatedRun.Wave wave) {
    return (int) wave.nodes.stream().filter(node -> node.state == NodeState.RUNNING).count();
  }

  private static int failed(SimulatedRun.Wave wave) {
    return (int) wave.nodes.stream().filter(node -> node.state.countsAsFailure()).count();
  }
}
