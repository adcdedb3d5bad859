package dev.muster.records.credentials;

import dev.muster.domain.cluster.ClusterName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A join token as it is kept; not what it is proven with.
 *
 * @param gives what a node has that joins with it
 * @param uses how many nodes may join with it
 * @param used how many have
 */
public record JoinTokenRecord(
    UUID id,
    ClusterName cluster,
    Gives gives,
    int uses,
    int used,
    Made made,
    Instant expiresAt,
    Optional<Instant> lastUsedAt,
    Optional<Ended> ended) {

  /**
   * What a node has that joins with it.
   *
   * @param labels that win over those which the agent brings
   */
  public record Gives(Map<String, String> labels, Acceptance acceptance) {}

  /** Whether a node that joins is accepted. */
  public enum Acceptance {
    /** At once. */
    AT_ONCE,
    /** When somebody says so. */
    BY_SOMEBODY
  }

  /** By whom and when it was made. */
  public record Made(Instant at, String by) {}

  /** That somebody took it back. */
  public record Ended(Instant at, String by) {}

  /** Whether it opens anything. */
  public enum Standing {
    ACTIVE,
    USED_UP,
    EXPIRED,
    REVOKED
  }

  public Standing standing(Instant now) {
    if (ended.isPresent()) {
      return Standing.REVOKED;
    }
    if (!now.isBefore(expiresAt)) {
      return Standing.EXPIRED;
    }
    return used >= uses ? Standing.USED_UP : Standing.ACTIVE;
  }
}
