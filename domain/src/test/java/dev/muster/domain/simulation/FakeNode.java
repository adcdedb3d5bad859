package dev.muster.domain.simulation;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.sync.NodeHealth;
import java.time.Instant;
import java.util.Optional;

/** A node and how it was at the last look. */
final class FakeNode {

  final NodeId id;
  NodeHealth health = NodeHealth.UNSEEN;

  FakeNode(NodeId id, Instant now) {
    this.id = id;
    see(NodeStatus.UP, now);
  }

  void see(NodeStatus status, Instant now) {
    health =
        status.agentAnswers()
            ? health.answered(status, Optional.of("as the test says"), now)
            : health.silent("connection refused", now);
  }

  NodeStatus status() {
    return health.status();
  }
}
