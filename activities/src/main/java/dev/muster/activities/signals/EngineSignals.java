package dev.muster.activities.signals;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.client.EngineClient;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals through Temporal. */
public final class EngineSignals implements Signals {

  private static final Logger LOG = LoggerFactory.getLogger(EngineSignals.class);

  private final EngineClient engine;

  public EngineSignals(EngineClient engine) {
    this.engine = engine;
  }

  @Override
  public void progressed(RunId run) {
    try {
      engine.progressed(run);
    } catch (RuntimeException e) {
      LOG.warn("Run {} was not told that its actions moved: {}", run, e.getMessage());
    }
  }

  @Override
  public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
    try {
      engine.nudge(cluster, nodes, by);
    } catch (RuntimeException e) {
      LOG.warn("Cluster {} was not nudged: {}", cluster, e.getMessage());
    }
  }
}
