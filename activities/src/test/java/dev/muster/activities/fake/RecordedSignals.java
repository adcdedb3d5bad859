package dev.muster.activities.fake;

import dev.muster.activities.signals.Signals;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what workflows were told. */
public final class RecordedSignals implements Signals {

  private final List<RunId> progressed = new CopyOnWriteArrayList<>();
  private final List<List<NodeId>> nudges = new CopyOnWriteArrayList<>();

  @Override
  public void progressed(RunId run) {
    progressed.add(run);
  }

  @Override
  public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
    nudges.add(List.copyOf(nodes));
  }

  public List<RunId> progressed() {
    return List.copyOf(progressed);
  }

  /** The nodes of each nudge; none for all. */
  public List<List<NodeId>> nudges() {
    return List.copyOf(nudges);
  }

  public void clear() {
    progressed.clear();
    nudges.clear();
  }
}
