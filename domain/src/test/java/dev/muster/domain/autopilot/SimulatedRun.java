package dev.muster.domain.autopilot;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run that a test moves by hand. */
final class SimulatedRun {

  ProgressState state = ProgressState.SCHEDULABLE;
  String reason = "";
  Optional<String> pausedBy = Optional.empty();
  Optional<String> cancelledBy = Optional.empty();
  final List<Wave> waves = new ArrayList<>();

  /** A stage. */
  static final class Wave {
    final WaveKey key;
    ProgressState state = ProgressState.NEW_PLAN;
    String reason = "";
    boolean open;
    final List<One> nodes = new ArrayList<>();

    Wave(WaveKey key) {
      this.key = key;
    }
  }

  /** A node of a stage. */
  static final class One {
    final String name;
    NodeState state = NodeState.PENDING;
    String reason = "";
    Optional<Instant> signalledAt = Optional.empty();
    Optional<SeenRun.Step> step = Optional.empty();

    One(String name) {
      this.name = name;
    }

    One in(NodeState other) {
      state = other;
      return this;
    }

    One because(String why) {
      reason = why;
      return this;
    }

    /** Its update was sent to its agent. */
    One sent(Instant at) {
      state = NodeState.RUNNING;
      signalledAt = Optional.of(at);
      return at(WaveKey.UPDATE, ActionState.RUNNING, "");
    }

    One probing(String detail) {
      state = NodeState.RUNNING;
      return at(WaveKey.PROBE, ActionState.RUNNING, detail);
    }

    One at(String name, ActionState action, String detail) {
      step = Optional.of(new SeenRun.Step(name, action, Optional.empty(), detail));
      return this;
    }

    One waiting(WaitReason.Code code, String why) {
      step =
          Optional.of(
              new SeenRun.Step(
                  WaveKey.PROBE, ActionState.PENDING_SCHEDULE, Optional.of(code), why));
      return this;
    }

    One done() {
      state = NodeState.SUCCEEDED;
      step = Optional.empty();
      return this;
    }

    One failed(String why) {
      return in(NodeState.FAILED).because(why);
    }
  }

  /** As it begins: nobody was started, and no stage is open. */
  static SimulatedRun of(PlanStatus frozen) {
    SimulatedRun run = new SimulatedRun();
    for (PlanStatus.Command command : frozen.commands()) {
      for (SignalRole role : SignalRole.values()) {
        Wave wave = new Wave(new WaveKey(command.id(), role));
        command.nodes(role).stream()
            .filter(node -> node.state() == SignalState.PENDING)
            .forEach(node -> wave.nodes.add(new One(node.name())));
        if (!wave.nodes.isEmpty()) {
          run.waves.add(wave);
        }
      }
    }
    return run;
  }

  /** Opens a stage; those before it are finished. */
  SimulatedRun open(int index) {
    for (int i = 0; i < index; i++) {
      close(i, ProgressState.COMPLETED);
    }
    waves.get(index).open = true;
    waves.get(index).state = ProgressState.SCHEDULABLE;
    return this;
  }

  SimulatedRun close(int index, ProgressState as) {
    waves.get(index).open = true;
    waves.get(index).state = as;
    return this;
  }

  SimulatedRun end(ProgressState as, String why) {
    state = as;
    reason = why;
    return this;
  }

  One node(String name) {
    return waves.stream()
        .flatMap(wave -> wave.nodes.stream())
        .filter(node -> node.name.equals(name))
        .findFirst()
        .orElseThrow();
  }

  SeenRun seen() {
    List<SeenRun.Stage> stages = new ArrayList<>();
    for (Wave wave : waves) {
      stages.add(
          new SeenRun.Stage(
              wave.key,
              wave.state,
              wave.reason,
              wave.open ? Optional.of(AutopilotScene.T0) : Optional.empty(),
              wave.nodes.stream().map(SimulatedRun::seen).toList()));
    }
    return new SeenRun(state, reason, pausedBy, cancelledBy, stages);
  }

  private static SeenRun.Node seen(One node) {
    return new SeenRun.Node(
        new NodeId(node.name), node.state, node.reason, node.signalledAt, node.step);
  }
}
