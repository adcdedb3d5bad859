package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberChange;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.WaitingAction;
import dev.muster.records.changes.Noted;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A cluster as one cycle sees it within its transaction: what is unfinished, the open stages, how
 * the nodes are. What the cycle writes is followed here, so that nothing is read twice.
 */
final class Cluster {

  private final Records records;
  private final ClusterName name;
  private final ClusterSettings settings;
  private final CycleWrites writes;
  private final Instant now;

  private final Remembered remembered;
  private final Unfinished unfinished;
  private final Map<StageKey, OpenStage> stages;
  private final Set<NodeId> touched = new HashSet<>();

  /** Stages of which everything is to be looked at: they are new here, or a step was blamed. */
  private final Set<StageKey> fresh;

  private final Set<NodeId> reached = new TreeSet<>();
  private final Set<RunId> moved = new TreeSet<>();
  private final Set<RunId> finishedNodes = new TreeSet<>();
  private Optional<Instant> reviewAt = Optional.empty();
  private int changed;

  /** The cluster as it was found; what the transaction wrote before is seen. */
  Cluster(
      Records records, ClusterName name, ClusterSettings settings, Memory.Look look, Instant now) {
    this.records = records;
    this.name = name;
    this.settings = settings;
    this.writes = look.writes();
    this.now = now;
    this.remembered = look.look();
    this.unfinished = remembered.unfinished();
    this.stages = remembered.stages();
    this.fresh = remembered.takeFresh();
  }

  /** Reads again what was written and is unfinished. */
  void reload() {
    Noted.News news = writes.noted().take();
    if (news.everything()) {
      remembered.readAll(records, name);
    } else {
      remembered.follow(news);
      remembered.reread(records, name);
    }
  }

  ClusterName name() {
    return name;
  }

  ClusterSettings settings() {
    return settings;
  }

  CycleWrites writes() {
    return writes;
  }

  Instant now() {
    return now;
  }

  /** All of them; those that queue are many. */
  Collection<ActionBrief> unfinished() {
    return unfinished.all().values();
  }

  Map<ActionId, ActionBrief> unfinishedById() {
    return unfinished.all();
  }

  /** The unfinished actions on the cluster itself that have their turn. */
  List<ActionBrief> onCluster() {
    return unfinished.families().onCluster().stream()
        .flatMap(id -> Optional.ofNullable(unfinishedById().get(id)).stream())
        .filter(action -> action.state().isOnAgent())
        .toList();
  }

  /** What an action on the cluster has derived that is unfinished. */
  List<ActionBrief> derivedBy(ActionId parent) {
    return unfinished.families().of(parent).stream()
        .flatMap(id -> Optional.ofNullable(unfinishedById().get(id)).stream())
        .toList();
  }

  /** Those of which something else may be to do than to start them. */
  Collection<ActionBrief> attended() {
    return unfinished.attended();
  }

  /** Stages that this cycle sees for the first time, by key; they may be other than it thinks. */
  Set<StageKey> fresh() {
    return fresh;
  }

  Map<StageKey, OpenStage> stages() {
    return stages;
  }

  /** The stages as the scheduler sees them. */
  Map<StageKey, ClusterView.Stage> views() {
    return remembered.views();
  }

  Map<NodeId, NodeStatus> statuses() {
    return remembered.statuses();
  }

  NodeStatus status(NodeId node) {
    return statuses().getOrDefault(node, NodeStatus.UNKNOWN);
  }

  Optional<OpenStage.Member> member(ActionBrief action) {
    return remembered.member(action);
  }

  /** Something happened on these nodes, so that they may move on. */
  void touch(Collection<NodeId> nodes) {
    touched.addAll(nodes);
  }

  /** Something happened to this step, whose action may just queue. */
  void touch(ActionBrief action) {
    action.node().ifPresent(touched::add);
    action.step().ifPresent(step -> fresh.add(step.stage()));
  }

  /** Whether the steps of all nodes of a stage just queue, so that none of them moves on. */
  boolean onlyQueues(StageKey key, OpenStage stage) {
    return unfinished.queuedNodes(key) == stage.members().size() && !fresh.contains(key);
  }

  /** Whether something may have happened that moves a node of a stage on. */
  boolean mayMove(StageKey stage, NodeId node) {
    return touched.contains(node) && (fresh.contains(stage) || !unfinished.queues(stage, node));
  }

  /** Writes states; what became final is unfinished no more, everything else is read again. */
  void change(List<ActionChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    Set<ActionId> written = writes.actions().change(changes);
    changed += written.size();
    boolean stale = written.size() < changes.size();
    for (ActionChange change : changes) {
      Optional<ActionBrief> known = Optional.ofNullable(unfinishedById().get(change.action()));
      known.flatMap(ActionBrief::node).ifPresent(touched::add);
      known.flatMap(ActionBrief::step).ifPresent(step -> moved.add(step.stage().run()));
      stale |= !change.to().isFinal();
      unfinished.remove(change.action());
    }
    if (stale) {
      reload();
    }
  }

  /** Writes members and sizes; who is new among the nodes is visited in this cycle. */
  void members(List<MemberChange> changes) {
    if (!changes.isEmpty()) {
      reached.addAll(writes.members().apply(changes, now));
      reload();
    }
  }

  /** Nodes whose agents nobody has asked yet, or not there. */
  Set<NodeId> reached() {
    return reached;
  }

  /** Writes where nodes of stages are. */
  void move(List<StageNodeChange> changes) {
    writes.stageNodes().change(changes);
    for (StageNodeChange change : changes) {
      moved.add(change.stage().run());
      if (change.state().isFinal()) {
        finishedNodes.add(change.stage().run());
      }
      remembered.move(change);
    }
  }

  /** Writes why actions wait. A run shows it: the first reason is news, newer figures are not. */
  void explain(List<WaitingAction> waiting) {
    writes.actions().explain(waiting);
    for (WaitingAction one : waiting) {
      Optional.ofNullable(unfinishedById().get(one.action()))
          .filter(action -> action.waitText().isEmpty())
          .flatMap(ActionBrief::step)
          .ifPresent(step -> moved.add(step.stage().run()));
      unfinished.change(one.action(), action -> action.waiting(one.reason().text()));
    }
  }

  void count(int actions) {
    changed += actions;
  }

  int changed() {
    return changed;
  }

  /** Time alone will change something at {@code at}. */
  void reviewAt(Instant at) {
    reviewAt = Optional.of(reviewAt.filter(earlier -> earlier.isBefore(at)).orElse(at));
  }

  Optional<Instant> reviewAt() {
    return reviewAt;
  }

  /** Runs of which an action or a node moved, or began to wait. */
  Set<RunId> moved() {
    return moved;
  }

  /** Runs of which a node finished its stage. */
  Set<RunId> finishedNodes() {
    return finishedNodes;
  }

  /** Unfinished actions that agents may have. */
  boolean isInWork() {
    return attended().stream().anyMatch(one -> one.isForAgent() && one.sentAt().isPresent())
        || stages.values().stream().anyMatch(Members::isSettling);
  }

  /** Actions that were never sent, but for those that just queue. */
  List<ActionBrief> notSent() {
    List<ActionBrief> open = new ArrayList<>();
    for (ActionBrief action : attended()) {
      if (action.sentAt().isEmpty() && !action.state().isOnAgent()) {
        open.add(action);
      }
    }
    return open;
  }

  boolean hasWaiting() {
    return attended().stream().anyMatch(one -> one.state() == ActionState.WAITING);
  }
}
