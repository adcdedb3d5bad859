package dev.muster.records.runs;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.ClusterView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A stage on which a cycle works: one that is open, or one that was closed while nodes were in
 * work, which end first.
 *
 * @param closed why it was closed, if it was
 * @param members in the order in which they are started
 */
public record OpenStage(
    StageKey key,
    StagePlan plan,
    String playbook,
    String requester,
    Optional<Paused> paused,
    Optional<String> cancelledBy,
    Optional<Instant> openedAt,
    Optional<String> closed,
    Map<NodeId, Member> members) {

  /** That somebody paused the run. */
  public record Paused(String person, Instant at) {}

  /**
   * A node of the stage.
   *
   * @param settlingSince when its last step ended, as long as it has not settled
   */
  public record Member(
      NodeState state, int batch, Optional<Instant> settlingSince, Optional<Instant> startedAt) {}

  public RunId run() {
    return key.run();
  }

  public String runLabel() {
    return RunLabel.of(playbook, key.run());
  }

  /** The stage as the scheduler sees it. */
  public ClusterView.Stage toView() {
    Map<NodeId, ClusterView.Member> seen = new LinkedHashMap<>();
    members.forEach((node, member) ->
        seen.put(
            node,
            new ClusterView.Member(
                member.state(), member.batch(), member.settlingSince().isPresent())));
    return new ClusterView.Stage(
        runLabel(),
        plan.name(),
        plan.rules(),
        paused.map(by -> "paused by %s at %s".formatted(by.person(), by.at())),
        seen);
  }
}
