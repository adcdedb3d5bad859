package dev.muster.domain.playbook;

import dev.muster.domain.run.StagePlan;
import java.util.List;

/**
 * A stage with its nodes, in the order in which they are started.
 *
 * @param nodes empty for a rollback stage, whose nodes are known when it opens
 */
public record PlannedStage(StagePlan plan, List<PlannedNode> nodes) {

  public PlannedStage {
    nodes = List.copyOf(nodes);
  }
}
