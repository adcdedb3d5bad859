package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import java.util.List;
import java.util.Optional;

/**
 * Signals that a workflow ignored, for the audit.
 *
 * @param run empty if they were sent to the cluster's orchestration
 */
public record IgnoredSignals(ClusterName cluster, Optional<RunId> run, List<BadSignal> signals) {

  public IgnoredSignals {
    signals = List.copyOf(signals);
  }
}
