package dev.muster.activities.playbook;

import dev.muster.activities.steps.NodeMove;
import dev.muster.activities.steps.RunFacts;
import dev.muster.activities.steps.StageSteps;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.Records;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.StepAttempt;
import dev.muster.records.runs.RunWrites;
import dev.muster.records.runs.StageNodeChange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Opens a stage: its nodes' first actions are recorded, so that cycles start them. */
final class Opening {

  /** Actions in one statement: those of a hundred thousand nodes would fill the memory. */
  private static final int AT_ONCE = 5_000;

  private final Records records;
  private final Steps steps;
  private final RunFacts run;
  private final RunWrites writes;
  private final Instant now;
  private boolean allPending;

  Opening(Records records, Steps steps, RunFacts run, RunWrites writes, Instant now) {
    this.records = records;
    this.steps = steps;
    this.run = run;
    this.writes = writes;
    this.now = now;
  }

  /** The nodes of the stage, in the order in which they are started. */
  List<NodeId> open(StagePlan plan) {
    StageKey key = new StageKey(run.id(), plan.index());
    writes.openStage(plan.index(), added(plan), now);
    List<NodeId> nodes = records.openStages().nodesOf(key);
    if (nodes.isEmpty()) {
      // It is over as soon as it is open.
      return List.of();
    }
    // There are none, unless the database forgot how far the run was and agents told it.
    List<StepAttempt> attempts = records.actionReads().attemptsOf(List.of(key), nodes);
    Map<NodeId, List<StepAttempt>> made =
        attempts.stream().collect(Collectors.groupingBy(StepAttempt::node));
    StageSteps next = steps.of(run, key, plan, attempts, now);
    List<NewAction> actions = new ArrayList<>();
    List<StageNodeChange> changes = new ArrayList<>();
    for (int position = 0; position < nodes.size(); position++) {
      // The time of creation is the order of service, and a stage starts its nodes by position.
      Instant createdAt = now.plus(position, ChronoUnit.MICROS);
      NodeId at = nodes.get(position);
      switch (next.next(at, made.getOrDefault(at, List.of()), Optional.empty(), createdAt)) {
        case NodeMove.Act(var node, NewAction action) -> actions.add(action);
        case NodeMove.End(var node, var state, String why) ->
            changes.add(new StageNodeChange(key, node, state, why, Optional.empty(), now));
        case NodeMove.Stay stay -> {}
        case NodeMove.Settle settle -> {}
      }
      if (actions.size() == AT_ONCE) {
        records.actions().insert(actions);
        actions.clear();
      }
    }
    records.actions().insert(actions);
    writes.nodes().change(changes);
    allPending = changes.isEmpty() && attempts.isEmpty() && plan.kind() == StagePlan.Kind.FORWARD;
    return nodes;
  }

  /** Whether the nodes are those that were planned, and each is pending as it was before. */
  boolean leftAllPending() {
    return allPending;
  }

  /** A rollback is about the nodes on which something was started, the last batch repeating. */
  private List<PlannedNode> added(StagePlan plan) {
    if (plan.kind() == StagePlan.Kind.FORWARD) {
      return List.of();
    }
    List<Integer> sizes = plan.rules().batches();
    List<PlannedNode> added = new ArrayList<>();
    int batch = 0;
    int left = sizes.isEmpty() ? Integer.MAX_VALUE : sizes.getFirst();
    for (NodeId node : writes.touched()) {
      if (left == 0 && batch + 1 < sizes.size()) {
        batch++;
        left = sizes.get(batch);
      }
      added.add(new PlannedNode(node, batch));
      left--;
    }
    return added;
  }
}
