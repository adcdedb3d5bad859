package dev.muster.records.audit;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import java.util.Optional;

/**
 * Which entries to list.
 *
 * @param sight of whom asks; what belongs to no cluster only who sees all
 */
public record AuditFilter(
    Optional<ClusterName> cluster, Optional<RunId> run, Optional<ActionId> action, Sight sight) {

  /** Of somebody who sees everything. */
  public AuditFilter(
      Optional<ClusterName> cluster, Optional<RunId> run, Optional<ActionId> action) {
    this(cluster, run, action, Sight.ALL);
  }

  public static final AuditFilter ALL =
      new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty());
}
