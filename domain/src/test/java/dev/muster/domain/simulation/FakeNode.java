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
  Optional<Instant> silentSince = Optional.empty();

  FakeNode(NodeId id, Instant now) {
    this.id = id;
    see(NodeStatus.UP, now);
  }

  void see(NodeStatus status, Instant now) {
    silentSince = status.agentAnswers() ? Optional.empty() : silentSince.or(() -> Optional.of(now));
    health =
        status.agentAnswers()
            ? health.answered(status, Optional.of("as the test says"), now)
            : new NodeHealth(status, Optional.of("connection refused"), Optional.empty());
  }

  NodeStatus status() {
    return health.status();
  }
}
