package dev.muster.records.discoveries;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.discovery.DiscoveryName;

/** Which discovery. */
public record DiscoveryKey(ClusterName cluster, DiscoveryName name) {

  @Override
  public String toString() {
    return "%s of cluster %s".formatted(name, cluster);
  }
}
