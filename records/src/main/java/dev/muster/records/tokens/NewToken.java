package dev.muster.records.tokens;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A token to keep.
 *
 * @param name of the identity that it proves
 * @param clusters on which it has each of the roles
 * @param expiresAt empty for ever
 */
public record NewToken(
    UUID id,
    String name,
    Set<Role> roles,
    List<ClusterPattern> clusters,
    Set<String> groups,
    Instant at,
    String by,
    Optional<Instant> expiresAt) {

  /**
   * @throws IllegalArgumentException if it would allow nothing
   */
  public NewToken {
    if (roles.isEmpty() || clusters.isEmpty()) {
      throw new IllegalArgumentException(
          "a token without a role or a cluster allows nothing (expected: at least one of each)");
    }
    roles = Set.copyOf(roles);
    clusters = List.copyOf(clusters);
    groups = Set.copyOf(groups);
  }
}
