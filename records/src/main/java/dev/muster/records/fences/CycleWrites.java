package dev.muster.records.fences;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.StageKey;
import dev.muster.records.actions.ActionWrites;
import dev.muster.records.nodes.NodeWrites;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.RunRecords;
import dev.muster.records.runs.StageNodeWrites;
import java.util.Map;

/**
 * What a cycle may write, as long as it holds its cluster. Everything else that is done on the same
 * thread meanwhile, such as recording new actions, is part of the same transaction.
 */
public final class CycleWrites {

  private final ClusterName cluster;
  private final RunRecords runs;
  private final NodeWrites nodes;
  private final ActionWrites actions;
  private final StageNodeWrites stageNodes;

  CycleWrites(
      ClusterName cluster,
      RunRecords runs,
      NodeWrites nodes,
      ActionWrites actions,
      StageNodeWrites stageNodes) {
    this.cluster = cluster;
    this.runs = runs;
    this.nodes = nodes;
    this.actions = actions;
    this.stageNodes = stageNodes;
  }

  public NodeWrites nodes() {
    return nodes;
  }

  public ActionWrites actions() {
    return actions;
  }

  public StageNodeWrites stageNodes() {
    return stageNodes;
  }

  /** The stages in work; none of them is closed before the transaction ends. */
  public Map<StageKey, OpenStage> openStages() {
    return runs.openStages().held(cluster);
  }
}
