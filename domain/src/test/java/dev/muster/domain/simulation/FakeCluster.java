package dev.muster.domain.simulation;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunDecision;
import dev.muster.domain.run.RunNext;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Scheduler;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.sync.Silence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Agents, records and the cycle over them, in one thread: what the real thing does with activities,
 * a database and a workflow, reduced to carrying out decisions.
 */
final class FakeCluster {

  private static final int STEPS_WITHOUT_END = 200;

  final Map<NodeId, FakeNode> nodes = new LinkedHashMap<>();
  final List<FakeRun> runs = new ArrayList<>();
  final List<FakeAction> actions = new ArrayList<>();

  /** Of these, what is not final; as of the last {@link #progress}, and nothing ends after that. */
  List<FakeAction> unfinished = List.of();

  private final Map<ActionId, FakeAction> byId = new HashMap<>();
  final Fate fate;
  ClusterSettings settings = ClusterSettings.DEFAULT;
  Instant now;

  FakeCluster(int nodes, Fate fate, Instant now) {
    this.fate = fate;
    this.now = now;
    for (int i = 1; i <= nodes; i++) {
      NodeId id = new NodeId("n" + i);
      this.nodes.put(id, new FakeNode(id, now));
    }
  }

  List<NodeId> ids() {
    return List.copyOf(nodes.keySet());
  }

  FakeAction addAction(String label, Optional<NodeId> node) {
    FakeAction action = new FakeAction(ActionId.derived(label), label, node, now);
    actions.add(action);
    return action;
  }

  /** What agents finish by now; an agent that does not answer reports nothing. */
  void executeOnAgents() {
    for (FakeAction action : actions) {
      boolean answers = action.node.isEmpty() || node(action.node.get()).status().agentAnswers();
      if (answers && action.isOnAgent()) {
        if (action.endsAt.filter(end -> !end.isAfter(now)).isPresent()) {
          Fate.Ending ending = fate.of(action);
          action.cause = ending.cause();
          action.end(ending.state(), now);
        } else if (action.state == ActionState.NEW) {
          action.state = ActionState.RUNNING;
        }
      }
    }
    giveUpTheSilent();
  }

  private void giveUpTheSilent() {
    for (FakeAction action : actions) {
      boolean silent =
          action
              .node
              .flatMap(node -> node(node).silentSince)
              .filter(
                  since -> Silence.judge(since, settings.unreachableAfter(), now).isUnreachable())
              .isPresent();
      if (silent && !action.state.isFinal() && action.stage.isPresent()) {
        action.cause = Attempt.Cause.UNREACHABLE;
        action.end(action.isOnAgent() ? ActionState.LOST : ActionState.CANCELLED, now);
      }
    }
  }

  /** Nodes and runs go on until nothing more follows. */
  void progress() {
    for (FakeRun run : runs) {
      actions.addAll(run.advance(nodes, now));
      for (int i = 0; !run.state.isFinal(); i++) {
        if (i > STEPS_WITHOUT_END) {
          throw new AssertionError("the decisions about " + run.label + " never end");
        }
        RunNext step = RunDecision.next(run.view(), now);
        carryOut(run, step);
        if (step instanceof RunNext.Await) {
          break;
        }
        actions.addAll(run.advance(nodes, now));
      }
    }
    actions.sort(Comparator.comparing((FakeAction a) -> a.createdAt).thenComparing(a -> a.id));
    unfinished = actions.stream().filter(action -> !action.state.isFinal()).toList();
    unfinished.forEach(action -> byId.put(action.id, action));
  }

  private void carryOut(FakeRun run, RunNext step) {
    switch (step) {
      case RunNext.AskApproval(int stage) -> run.stages.get(stage).askedAt = Optional.of(now);
      case RunNext.OpenStage(int stage) -> open(run, run.stages.get(stage));
      case RunNext.SkipStage(int stage, String why) ->
          end(run, run.stages.get(stage), ProgressState.COMPLETED, why);
      case RunNext.EndStage(int stage, ProgressState outcome, String why) ->
          end(run, run.stages.get(stage), outcome, why);
      case RunNext.Await(ProgressState shown, String why, var until) -> {
        run.state = shown;
        run.why = why;
      }
      case RunNext.End(ProgressState outcome, String why) -> {
        run.state = outcome;
        run.why = why;
      }
    }
  }

  /** A rollback stage gets the nodes on which something was started. */
  private void open(FakeRun run, FakeRun.Stage stage) {
    stage.openedAt = Optional.of(now);
    if (stage.plan.kind() == StagePlan.Kind.ROLLBACK) {
      run.stages.stream()
          .flatMap(other -> other.members.entrySet().stream())
          .filter(entry -> entry.getValue().actions.stream().anyMatch(action -> action.sent))
          .map(Map.Entry::getKey)
          .distinct()
          .toList()
          .forEach(node -> stage.members.put(node, new FakeRun.Member(0)));
    }
  }

  private void end(FakeRun run, FakeRun.Stage stage, ProgressState outcome, String why) {
    stage.state = outcome;
    stage.why = why;
    StageKey key = run.key(stage);
    for (FakeAction action : actions) {
      if (action.stage.equals(Optional.of(key)) && !action.state.isFinal()) {
        if (action.waits()) {
          action.end(ActionState.CANCELLED, now);
        } else {
          action.endsAt = Optional.of(now);
        }
      }
    }
  }

  ClusterView view() {
    Map<NodeId, NodeStatus> statuses = new HashMap<>();
    nodes.forEach((id, node) -> statuses.put(id, node.status()));
    Map<StageKey, ClusterView.Stage> stages = new TreeMap<>();
    runs.stream()
        .filter(run -> !run.state.isFinal())
        .forEach(run -> stages.putAll(run.openStages()));
    return new ClusterView(
        settings, statuses, unfinished.stream().map(FakeAction::claim).toList(), stages);
  }

  /** The scheduler's verdicts, and what may start handed to its agent. */
  Decision schedule() {
    Decision decision = Scheduler.decide(view(), now);
    for (Verdict verdict : decision.verdicts()) {
      if (verdict instanceof Verdict.Start start) {
        push(action(start.action()));
      }
    }
    return decision;
  }

  private void push(FakeAction action) {
    action.sent = true;
    action.state = ActionState.NEW;
    action.endsAt = Optional.of(now.plus(fate.of(action).after()));
    for (FakeRun run : runs) {
      for (FakeRun.Stage stage : run.stages) {
        if (action.stage.equals(Optional.of(run.key(stage)))) {
          stage.member(action.node.orElseThrow()).state = NodeState.RUNNING;
        }
      }
    }
  }

  FakeNode node(NodeId id) {
    return Objects.requireNonNull(nodes.get(id), id.value());
  }

  FakeAction action(ActionId id) {
    return Objects.requireNonNull(byId.get(id), id.toString());
  }

  boolean isQuiet() {
    return runs.stream().allMatch(run -> run.state.isFinal())
        && actions.stream().allMatch(action -> action.state.isFinal());
  }
}
