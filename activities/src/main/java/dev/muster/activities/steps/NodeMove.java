package dev.muster.activities.steps;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.records.actions.NewAction;
import java.time.Instant;

/** What comes next on a node of a stage. */
public sealed interface NodeMove {

  NodeId node();

  /** An action is recorded; cycles start it when it may. */
  record Act(NodeId node, NewAction action) implements NodeMove {}

  /** An action of the node is unfinished. */
  record Stay(NodeId node) implements NodeMove {}

  /**
   * Its steps are done and it settles.
   *
   * @param since the end of the last step
   * @param until when to look again
   */
  record Settle(NodeId node, Instant since, Instant until) implements NodeMove {}

  /** Its part in the stage is over. */
  record End(NodeId node, NodeState state, String why) implements NodeMove {}
}
