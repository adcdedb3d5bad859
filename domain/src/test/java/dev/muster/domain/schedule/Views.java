package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.ClusterView.Member;
import dev.muster.domain.simulation.Plans;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Builds a cluster as the scheduler sees it. */
final class Views {

  static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  private final Map<NodeId, NodeStatus> nodes = new LinkedHashMap<>();
  private final List<Claim> claims = new ArrayList<>();
  private final Map<StageKey, ClusterView.Stage> stages = new LinkedHashMap<>();
  private ClusterSettings settings = ClusterSettings.DEFAULT;
  private int second;

  static Views ofNodes(int number) {
    Views views = new Views();
    for (int i = 1; i <= number; i++) {
      views.nodes.put(new NodeId("n" + i), NodeStatus.UP);
    }
    return views;
  }

  static StageKey key(String run) {
    return new StageKey(new RunId(UUID.nameUUIDFromBytes(run.getBytes(StandardCharsets.UTF_8))), 0);
  }

  Views node(String id, NodeStatus status) {
    nodes.put(new NodeId(id), status);
    return this;
  }

  Views settings(int maxNodesInWork, int agentQueue) {
    settings =
        new ClusterSettings(
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            maxNodesInWork == 0 ? Optional.empty() : Optional.of(maxNodesInWork),
            agentQueue,
            Duration.ofMinutes(5));
    return this;
  }

  /** An action of a person. */
  Views action(String name, String node, ActionState state) {
    return add(name, node, state, state.isOnAgent(), Optional.empty());
  }

  Views waiting(String name, String node) {
    return action(name, node, ActionState.PENDING_SCHEDULE);
  }

  Views sent(String name, String node) {
    return add(name, node, ActionState.PENDING_SCHEDULE, true, Optional.empty());
  }

  /** An action that a run's stage recorded. */
  Views step(String name, String node, String run) {
    return add(name, node, ActionState.PENDING_SCHEDULE, false, Optional.of(key(run)));
  }

  Views step(String name, String node, String run, ActionState state) {
    return add(name, node, state, state.isOnAgent(), Optional.of(key(run)));
  }

  /** The newest action, changed. */
  Views exclusive() {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            c.partOf(),
            c.needs(),
            ClusterView.Takes.CLUSTER,
            c.notBefore()));
    return this;
  }

  /** The newest action, as one that changes the members of the cluster. */
  Views changingMembers() {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            c.partOf(),
            c.needs(),
            ClusterView.Takes.MEMBERS,
            c.notBefore()));
    return this;
  }

  /** The newest action, as one that an action on the cluster has derived. */
  Views derivedBy(String parent) {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            new ClusterView.PartOf(Optional.empty(), Optional.of(ActionId.derived(parent))),
            c.needs(),
            c.takes(),
            c.notBefore()));
    return this;
  }

  Views evenWhenDown() {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            c.partOf(),
            ClusterView.Needs.AGENT,
            c.takes(),
            c.notBefore()));
    return this;
  }

  /** Muster itself executes it. */
  Views own() {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            c.partOf(),
            ClusterView.Needs.NOTHING,
            c.takes(),
            c.notBefore()));
    return this;
  }

  Views notBefore(Instant at) {
    Claim c = claims.removeLast();
    claims.add(
        new Claim(
            c.id(),
            c.node(),
            c.state(),
            c.sent(),
            c.createdAt(),
            c.partOf(),
            c.needs(),
            c.takes(),
            Optional.of(at)));
    return this;
  }

  private Views add(
      String name, String node, ActionState state, boolean sent, Optional<StageKey> stage) {
    claims.add(
        new Claim(
            ActionId.derived(name),
            node.isEmpty() ? Optional.empty() : Optional.of(new NodeId(node)),
            state,
            sent,
            NOW.minusSeconds(3600).plusSeconds(second++),
            ClusterView.PartOf.stage(stage),
            ClusterView.Needs.NODE_UP,
            ClusterView.Takes.NOTHING,
            Optional.empty()));
    return this;
  }

  Views stage(String run, Plans plan, Map<String, Member> members) {
    return stage(run, plan, members, Optional.empty());
  }

  Views stage(String run, Plans plan, Map<String, Member> members, Optional<String> paused) {
    StageRules rules = plan.at(0).rules();
    Map<NodeId, Member> byId = new LinkedHashMap<>();
    members.forEach((node, member) -> byId.put(new NodeId(node), member));
    stages.put(key(run), new ClusterView.Stage(run, "rest", rules, paused, byId));
    return this;
  }

  static Member pending() {
    return new Member(NodeState.PENDING, 0, false);
  }

  static Member running() {
    return new Member(NodeState.RUNNING, 0, false);
  }

  static Member settling() {
    return new Member(NodeState.RUNNING, 0, true);
  }

  static Member is(NodeState state) {
    return new Member(state, 0, false);
  }

  static Member inBatch(int batch, NodeState state) {
    return new Member(state, batch, false);
  }

  ClusterView view() {
    return new ClusterView(settings, nodes, List.copyOf(claims), stages);
  }

  Decision decide() {
    return Scheduler.decide(view(), NOW);
  }

  /** The verdict on an action in a few words: {@code start}, or the reason's code and text. */
  String verdict(String name) {
    ActionId id = ActionId.derived(name);
    Verdict verdict =
        decide().verdicts().stream()
            .filter(one -> one.action().equals(id))
            .findFirst()
            .orElseThrow();
    return switch (verdict) {
      case Verdict.Start start -> "start";
      case Verdict.Wait(var action, WaitReason reason) -> reason.code() + ": " + reason.text();
    };
  }
}
