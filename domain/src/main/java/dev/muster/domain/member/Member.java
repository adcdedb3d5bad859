package dev.muster.domain.member;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A node that came into being by a profile, or was added to those that did.
 *
 * @param index the number of the member in its cluster; never given to another one (OpenStack
 *     Senlin)
 * @param provider the node whose agent made it; empty of one that was there before
 * @param profileSince when the profile that it was made from was recorded
 * @param tainted whether somebody wants it replaced before any other
 * @param data what policies decided of it, such as where it is placed
 * @param health how its agent says that it is; empty as long as it has no agent
 */
public record Member(
    NodeId node,
    int index,
    Optional<NodeId> provider,
    MemberState state,
    Instant createdAt,
    Instant profileSince,
    boolean tainted,
    ObjectNode data,
    Optional<NodeStatus> health) {

  /** Whether it is there and well, as far as anybody knows. */
  public boolean isWell() {
    return state == MemberState.ACTIVE
        && health.filter(status -> status != NodeStatus.UP).isEmpty();
  }
}
