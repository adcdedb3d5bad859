package dev.muster.records.receivers;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.receiver.ReceiverName;

/** Which receiver. */
public record ReceiverKey(ClusterName cluster, ReceiverName name) {

  @Override
  public String toString() {
    return "%s of cluster %s".formatted(name, cluster);
  }
}
