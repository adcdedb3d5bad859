package dev.muster.records.nodes;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What a cycle saw of a node. */
public sealed interface NodeObservation {

  NodeId node();

  /**
   * The agent answered; what went wrong before is over.
   *
   * @param upSince since when it has been UP without a break; empty if it is not UP
   * @param trouble what is wrong with its answer, though it is one
   * @param facts empty if they are as recorded ({@link NodeVisit.Known#factsFingerprint})
   */
  record Answered(
      NodeId node,
      NodeStatus status,
      Optional<String> statusReason,
      Optional<Instant> upSince,
      long cursor,
      UUID agentEpoch,
      Optional<String> trouble,
      Optional<NodeFacts> facts)
      implements NodeObservation {}

  /** The agent did not answer, or not sensibly: the node becomes UNREACHABLE. */
  record Silent(NodeId node, String error) implements NodeObservation {}

  /**
   * The agent of a node that vanished answered: only what it did counts, not how the node is.
   *
   * @param cursor up to which the agent's changes are recorded now
   */
  record LeftOver(NodeId node, long cursor, UUID agentEpoch) implements NodeObservation {}

  /** Something else failed, such as a push; the node's status stays as it is. */
  record Troubled(NodeId node, String error) implements NodeObservation {}
}
