package dev.muster.domain.retention;

import dev.muster.domain.cluster.ClusterName;
import java.util.Map;
import java.util.Optional;

/**
 * Which rule holds for which cluster.
 *
 * @param general for clusters that have none of their own, and for what belongs to no cluster
 * @param clusters the rules of single clusters, of which each holds as a whole
 */
public record RetentionRules(
    Optional<RetentionRule> general, Map<ClusterName, RetentionRule> clusters) {

  public RetentionRules {
    clusters = Map.copyOf(clusters);
  }

  /** Of a cluster; of what belongs to none without a name. */
  public RetentionRule of(Optional<ClusterName> cluster) {
    return cluster
        .flatMap(name -> Optional.ofNullable(clusters.get(name)))
        .or(() -> general)
        .orElse(RetentionRule.KEEP_ALL);
  }

  /** Whether nothing goes anywhere. */
  public boolean keepAll() {
    return of(Optional.empty()).keepsAll()
        && clusters.values().stream().allMatch(RetentionRule::keepsAll);
  }
}
