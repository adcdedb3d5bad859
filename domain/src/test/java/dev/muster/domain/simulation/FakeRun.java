package dev.muster.domain.simulation;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.rollout.NodeDecision;
import dev.muster.domain.rollout.NodeNext;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.ClusterView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** A run's records: its stages, their nodes, and the actions that it had recorded. */
final class FakeRun {

  /** A node of a stage. */
  static final class Member {
    final int batch;
    final List<FakeAction> actions = new ArrayList<>();
    NodeState state = NodeState.PENDING;
    boolean settling;
    String why = "";

    Member(int batch) {
      this.batch = batch;
    }
  }

  /** A stage. */
  static final class Stage {
    final StagePlan plan;
    final Map<NodeId, Member> members = new LinkedHashMap<>();
    ProgressState state = ProgressState.NEW_PLAN;
    Optional<Instant> openedAt = Optional.empty();
    Optional<Instant> askedAt = Optional.empty();
    final List<RunSituation.Answer> answers = new ArrayList<>();
    boolean applies = true;
    String why = "";

    Stage(StagePlan plan) {
      this.plan = plan;
    }

    Member member(NodeId node) {
      return Objects.requireNonNull(members.get(node), node.value());
    }

    boolean isOpen() {
      return openedAt.isPresent() && !state.isFinal();
    }

    RunSituation.NodeCounts counts() {
      return Progress.count(members.values().stream().map(member -> member.state).toList());
    }
  }

  final RunId id;
  final String label;
  final List<Stage> stages = new ArrayList<>();
  ProgressState state = ProgressState.NEW_PLAN;
  Optional<String> pausedBy = Optional.empty();
  Optional<String> cancelledBy = Optional.empty();
  String why = "";

  FakeRun(String label) {
    this.id = new RunId(UUID.nameUUIDFromBytes(label.getBytes(StandardCharsets.UTF_8)));
    this.label = label;
  }

  private static int batchOf(List<Integer> sizes, int position) {
    int batch = 0;
    for (int end = sizes.getFirst(); end <= position; end += sizes.get(batch)) {
      batch++;
    }
    return batch;
  }

  Stage add(StagePlan plan, List<NodeId> nodes) {
    Stage stage = new Stage(plan);
    List<Integer> sizes = plan.rules().batches();
    for (int i = 0; i < nodes.size(); i++) {
      int batch = sizes.isEmpty() ? 0 : batchOf(sizes, i);
      stage.members.put(nodes.get(i), new Member(batch));
    }
    stages.add(stage);
    return stage;
  }

  RunSituation view() {
    List<RunSituation.Stage> views =
        stages.stream()
            .map(stage ->
                new RunSituation.Stage(
                    stage.plan,
                    stage.state,
                    stage.counts(),
                    stage.applies,
                    stage.openedAt,
                    stage.askedAt,
                    List.copyOf(stage.answers)))
            .toList();
    return new RunSituation(id, "anna", state, pausedBy, cancelledBy, views);
  }

  Map<StageKey, ClusterView.Stage> openStages() {
    Map<StageKey, ClusterView.Stage> open = new TreeMap<>();
    for (Stage stage : stages) {
      if (stage.isOpen()) {
        Map<NodeId, ClusterView.Member> members = new LinkedHashMap<>();
        stage.members.forEach((node, member) ->
            members.put(node, new ClusterView.Member(member.state, member.batch, member.settling)));
        open.put(
            key(stage),
            new ClusterView.Stage(
                label,
                stage.plan.name(),
                stage.plan.rules(),
                pausedBy.map(by -> "by " + by),
                members));
      }
    }
    return open;
  }

  StageKey key(Stage stage) {
    return new StageKey(id, stage.plan.index());
  }

  /** Lets each node of each stage that is, or was, open go on; returns the actions to record. */
  List<FakeAction> advance(Map<NodeId, FakeNode> nodes, Instant now) {
    List<FakeAction> recorded = new ArrayList<>();
    for (Stage stage : stages) {
      if (stage.openedAt.isEmpty()) {
        continue;
      }
      stage.members.forEach((node, member) -> {
        if (!member.state.isFinal()) {
          Optional<Instant> upSince =
              Optional.ofNullable(nodes.get(node)).flatMap(known -> known.health.upSince());
          carryOut(decide(stage, member, upSince, now), stage, node, now).ifPresent(recorded::add);
        }
      });
    }
    return recorded;
  }

  private static NodeNext decide(
      Stage stage, Member member, Optional<Instant> upSince, Instant now) {
    List<Attempt> attempts = member.actions.stream().map(FakeAction::toAttempt).toList();
    return stage.isOpen()
        ? NodeDecision.next(stage.plan, attempts, step -> true, upSince, now)
        : NodeDecision.close(stage.plan, attempts, stage.why);
  }

  private Optional<FakeAction> carryOut(NodeNext advance, Stage stage, NodeId node, Instant now) {
    Member member = stage.member(node);
    switch (advance) {
      case NodeNext.Busy busy -> {
        return Optional.empty();
      }
      case NodeNext.SettleUntil until -> {
        member.settling = true;
        return Optional.empty();
      }
      case NodeNext.Finished(NodeState state, String why) -> {
        member.state = state;
        member.settling = false;
        member.why = why;
        return Optional.empty();
      }
      case NodeNext.Start(int step, int attempt, var notBefore) -> {
        FakeAction action =
            new FakeAction(
                ActionId.derived(id, stage.plan.index(), step, node, attempt),
                "%s %s %s%s"
                    .formatted(
                        label,
                        node,
                        stage.plan.steps().get(step).name(),
                        attempt == 1 ? "" : "#" + attempt),
                Optional.of(node),
                now.plusNanos(1000L * position(stage, node)));
        action.stage = Optional.of(key(stage));
        action.step = step;
        action.attempt = attempt;
        action.notBefore = notBefore;
        member.actions.add(action);
        return Optional.of(action);
      }
    }
  }

  private static int position(Stage stage, NodeId node) {
    return List.copyOf(stage.members.keySet()).indexOf(node);
  }
}
