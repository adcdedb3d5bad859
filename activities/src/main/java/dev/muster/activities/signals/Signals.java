package dev.muster.activities.signals;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import java.util.Collection;

/**
 * Tells workflows that something moved. Never throws: a lost signal costs time and nothing else.
 */
public interface Signals {

  /** Tells a run that its actions moved. */
  void progressed(RunId run);

  /**
   * Asks for a cycle now.
   *
   * @param nodes to visit; all when it is empty
   */
  void nudge(ClusterName cluster, Collection<NodeId> nodes, String by);
}
