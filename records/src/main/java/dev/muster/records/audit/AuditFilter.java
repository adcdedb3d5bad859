package dev.muster.records.audit;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import java.util.Optional;

/** Which entries to list. */
public record AuditFilter(
    Optional<ClusterName> cluster, Optional<RunId> run, Optional<ActionId> action) {

  public static final AuditFilter ALL =
      new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty());
}
