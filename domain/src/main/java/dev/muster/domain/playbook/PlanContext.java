package dev.muster.domain.playbook;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster on which a playbook is planned, as it is now.
 *
 * @param nodes sorted by id
 */
public record PlanContext(ClusterName cluster, List<Candidate> nodes) {

  /**
   * A node that stages may target.
   *
   * @param address host of the agent's address
   * @param platform {@code linux-amd64}, if the agent has told
   */
  public record Candidate(
      NodeId id,
      String address,
      Optional<String> role,
      Optional<String> platform,
      Map<String, String> labels,
      NodeStatus status) {}
}
