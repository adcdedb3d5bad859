package dev.muster.domain.autopilot;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The run of a plan, as its status is made of it.
 *
 * @param reason of its state, one sentence
 */
public record SeenRun(
    ProgressState state,
    String reason,
    Optional<String> pausedBy,
    Optional<String> cancelledBy,
    List<Stage> stages) {

  /**
   * A stage, which is one wave of one command ({@link WaveKey}).
   *
   * @param openedAt empty before its turn
   */
  public record Stage(
      WaveKey wave,
      ProgressState state,
      String reason,
      Optional<Instant> openedAt,
      List<Node> nodes) {}

  /**
   * A node of a stage.
   *
   * @param reason one sentence, of a node that ended or whose agent is silent
   * @param signalledAt when the action of the command itself was sent to its agent
   * @param step its newest action that is not DONE, if it has one
   */
  public record Node(
      NodeId node,
      NodeState state,
      String reason,
      Optional<Instant> signalledAt,
      Optional<Step> step) {

    /** Whether it ended because the cluster no longer has it. */
    boolean isGone() {
      return state.countsAsFailure() && reason.equals(NodeState.GONE);
    }

    /** Whether its newest action is of that step. */
    boolean isAt(String name) {
      return step.filter(one -> one.name().equals(name)).isPresent();
    }
  }

  /**
   * An action of a node.
   *
   * @param name of the step: {@link WaveKey#PROBE} or {@link WaveKey#UPDATE}
   * @param detail why it waits, how far it is (the phase), or why it failed; one sentence
   */
  public record Step(
      String name, ActionState state, Optional<WaitReason.Code> waiting, String detail) {}
}
