package dev.muster.records.policies;

import dev.muster.domain.cluster.ClusterName;
import java.util.List;

/** What became of a policy that was to be removed. */
public sealed interface PolicyRemoval {

  /** It is gone. */
  record Gone(PolicyRecord policy) implements PolicyRemoval {}

  /** There was none. */
  record Unknown() implements PolicyRemoval {}

  /**
   * It stays, because clusters have it.
   *
   * @param clusters by name, the first ones
   */
  record InUse(List<ClusterName> clusters) implements PolicyRemoval {}
}
