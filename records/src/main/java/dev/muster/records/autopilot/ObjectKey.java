package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;

/**
 * Which object.
 *
 * @param name an RFC 1123 subdomain
 */
public record ObjectKey(ClusterName cluster, ObjectKind kind, String name) {

  @Override
  public String toString() {
    return "%s %s of cluster %s".formatted(kind.word(), name, cluster);
  }
}
