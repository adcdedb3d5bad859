package dev.muster.workflows.contract;

import dev.muster.domain.cluster.NodeId;
import java.util.List;

/** The nodes where something changed; empty when nothing did. */
public record WatchReport(List<NodeId> changed) {

  public WatchReport {
    changed = List.copyOf(changed);
  }
}
