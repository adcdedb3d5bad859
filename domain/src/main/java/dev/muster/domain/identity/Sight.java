package dev.muster.domain.identity;

import dev.muster.domain.cluster.ClusterName;
import java.util.List;

/**
 * The clusters that somebody may read; lists show no others.
 *
 * @param patterns a cluster that one of them matches is seen
 */
public record Sight(List<ClusterPattern> patterns) {

  /** Everything, and what belongs to no cluster. */
  public static final Sight ALL = new Sight(List.of(ClusterPattern.ALL));

  public Sight {
    patterns = List.copyOf(patterns);
  }

  /** Whether nothing has to be looked at to know that it is seen. */
  public boolean isAll() {
    return patterns.stream().anyMatch(ClusterPattern::isAll);
  }

  public boolean sees(ClusterName cluster) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(cluster));
  }
}
