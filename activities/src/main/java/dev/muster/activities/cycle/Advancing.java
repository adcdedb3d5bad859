package dev.muster.activities.cycle;

import dev.muster.activities.steps.NodeMove;
import dev.muster.activities.steps.RunFacts;
import dev.muster.activities.steps.StageSteps;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.records.Records;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.StepAttempt;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Moves the nodes of open stages on whose step ended, or whose settling may be over. */
final class Advancing {

  private final Records records;
  private final Steps steps;
  private final Cluster cluster;

  Advancing(Records records, Steps steps, Cluster cluster) {
    this.records = records;
    this.steps = steps;
    this.cluster = cluster;
  }

  /** Goes on with nodes whose next step turned out to exist. */
  void advance() {
    boolean more = true;
    while (more) {
      more = pass();
      // It reads what was recorded, too.
      cluster.reload();
    }
  }

  /** Whether a step was found that the agent has already, so that more may follow. */
  private boolean pass() {
    Map<StageKey, List<NodeId>> candidates = candidates();
    if (candidates.isEmpty()) {
      return false;
    }
    Set<NodeId> nodes = new TreeSet<>();
    candidates.values().forEach(nodes::addAll);
    Map<StageKey, Map<NodeId, List<StepAttempt>>> attempts = attempts(candidates.keySet(), nodes);
    Map<NodeId, Instant> upSince = upSince(candidates.keySet(), nodes);
    List<NodeMove> moves = new ArrayList<>();
    List<StageNodeChange> changes = new ArrayList<>();
    candidates.forEach((key, members) -> {
      OpenStage stage = stage(key);
      Map<NodeId, List<StepAttempt>> made = attempts.getOrDefault(key, Map.of());
      steps(stage, made)
          .ifPresent(next -> {
            for (NodeId node : members) {
              List<StepAttempt> ofNode = made.getOrDefault(node, List.of());
              NodeMove move =
                  stage
                      .closed()
                      .map(why -> next.close(node, ofNode, why))
                      .orElseGet(() ->
                          next.next(
                              node, ofNode, Optional.ofNullable(upSince.get(node)), cluster.now()));
              moves.add(move);
              change(stage, move, ofNode).ifPresent(changes::add);
            }
          });
    });
    cluster.move(changes);
    return record(moves);
  }

  private boolean record(List<NodeMove> moves) {
    List<NewAction> actions = new ArrayList<>();
    for (NodeMove move : moves) {
      if (move instanceof NodeMove.Act(var node, NewAction action)) {
        actions.add(action);
      }
      if (move instanceof NodeMove.Settle(var node, var since, Instant until)) {
        cluster.reviewAt(until);
      }
    }
    if (actions.isEmpty()) {
      return false;
    }
    Set<ActionId> made = records.actions().insert(actions);
    cluster.writes().noted().actions(actions.stream().map(NewAction::id).toList());
    List<NewAction> there = actions.stream().filter(action -> !made.contains(action.id())).toList();
    Set<ActionId> claimed = records.actions().claim(there, cluster.now());
    cluster.move(
        there.stream()
            .filter(action -> !claimed.contains(action.id()))
            .flatMap(action -> taken(action).stream())
            .toList());
    return !claimed.isEmpty();
  }

  /** Nothing else can be done on a node whose next step has the id of something else. */
  private Optional<StageNodeChange> taken(NewAction action) {
    String why = "its next action cannot be recorded: %s is another action".formatted(action.id());
    return action
        .step()
        .flatMap(step ->
            action.node().map(node -> change(stage(step.stage()), node, NodeState.FAILED, why)));
  }

  /** The nodes in work on which something happened, and those that settle. */
  private Map<StageKey, List<NodeId>> candidates() {
    Map<StageKey, List<NodeId>> candidates = new LinkedHashMap<>();
    cluster
        .stages()
        .forEach((key, stage) -> {
          if (cluster.onlyQueues(key, stage)) {
            return;
          }
          List<NodeId> nodes = new ArrayList<>();
          stage
              .members()
              .forEach((node, member) -> {
                if (!member.state().isFinal()
                    && (cluster.mayMove(key, node) || Members.isSettling(member))) {
                  nodes.add(node);
                }
              });
          if (!nodes.isEmpty()) {
            candidates.put(key, nodes);
          }
        });
    return candidates;
  }

  private Map<StageKey, Map<NodeId, List<StepAttempt>>> attempts(
      Set<StageKey> stages, Set<NodeId> nodes) {
    Map<StageKey, Map<NodeId, List<StepAttempt>>> attempts = new HashMap<>();
    for (StepAttempt attempt : records.actionReads().attemptsOf(stages, nodes)) {
      attempts
          .computeIfAbsent(attempt.stage(), stage -> new HashMap<>())
          .computeIfAbsent(attempt.node(), node -> new ArrayList<>())
          .add(attempt);
    }
    return attempts;
  }

  /** Only settling asks for it. */
  private Map<NodeId, Instant> upSince(Set<StageKey> stages, Set<NodeId> nodes) {
    if (stages.stream().allMatch(key -> stage(key).plan().rules().settle().isEmpty())) {
      return Map.of();
    }
    Map<NodeId, Instant> upSince = new HashMap<>();
    for (NodeVisit node : records.nodeVisits().of(cluster.name(), NodeSelection.named(nodes))) {
      node.upSince().ifPresent(since -> upSince.put(node.id(), since));
    }
    return upSince;
  }

  private Optional<StageSteps> steps(OpenStage stage, Map<NodeId, List<StepAttempt>> attempts) {
    Optional<RunFacts> run = steps.run(stage.run());
    List<StepAttempt> all = attempts.values().stream().flatMap(List::stream).toList();
    return run.map(facts -> steps.of(facts, stage.key(), stage.plan(), all, cluster.now()));
  }

  /** What is to be written of the node, if anything. */
  private Optional<StageNodeChange> change(
      OpenStage stage, NodeMove move, List<StepAttempt> attempts) {
    OpenStage.Member member = Optional.ofNullable(stage.members().get(move.node())).orElseThrow();
    return switch (move) {
      case NodeMove.Stay(var node) ->
          hasBegun(member, attempts)
              ? Optional.of(change(stage, node, NodeState.RUNNING, ""))
              : Optional.empty();
      case NodeMove.Act(var node, var action) ->
          member.settlingSince().isPresent() || hasBegun(member, attempts)
              ? Optional.of(change(stage, node, NodeState.RUNNING, ""))
              : Optional.empty();
      case NodeMove.Settle(var node, Instant since, var until) ->
          member.settlingSince().isPresent()
              ? Optional.empty()
              : Optional.of(
                  new StageNodeChange(
                      stage.key(),
                      node,
                      NodeState.RUNNING,
                      "settling",
                      Optional.of(since),
                      cluster.now()));
      case NodeMove.End(var node, NodeState state, String why) ->
          Optional.of(change(stage, node, state, why));
    };
  }

  /** Its agent has worked on it, as far as the agent is known better than the records were. */
  private static boolean hasBegun(OpenStage.Member member, List<StepAttempt> attempts) {
    return member.state() == NodeState.PENDING
        && attempts.stream()
            .map(one -> one.attempt().state())
            .anyMatch(state -> state.isOnAgent() || state.isFinal());
  }

  private StageNodeChange change(OpenStage stage, NodeId node, NodeState state, String why) {
    return new StageNodeChange(stage.key(), node, state, why, Optional.empty(), cluster.now());
  }

  private OpenStage stage(StageKey key) {
    return Optional.ofNullable(cluster.stages().get(key)).orElseThrow();
  }
}
