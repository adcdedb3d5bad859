package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.changes.Noted;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is unfinished in a cluster, its stages in work with their nodes, and how its nodes are: as
 * its cycles have left it. What a cycle writes is followed here; what nobody can follow is read
 * again. {@link Memory} says how long it is worth anything.
 */
final class Remembered {

  private final Unfinished unfinished = new Unfinished(this::queues);
  private final NavigableMap<StageKey, OpenStage> stages = new TreeMap<>();

  /** Stages that were read and not looked at since. */
  private final Set<StageKey> fresh = new LinkedHashSet<>();

  /** Stages that were closed and have nodes in work. */
  private final Set<StageKey> closed = new HashSet<>();

  /** Nodes of stages in all. */
  private int members;

  /** The stages as the scheduler sees them; those that it has not seen as they are now lag. */
  private final Map<StageKey, ClusterView.Stage> views = new TreeMap<>();

  private final Set<StageKey> unseen = new HashSet<>();

  private final Map<NodeId, NodeStatus> statuses = new LinkedHashMap<>();

  /** Written, and not read again yet. */
  private final Set<ActionId> stale = new HashSet<>();

  /** Of which something was written that is not read again yet. */
  private final Set<RunId> staleRuns = new HashSet<>();

  /** Reads everything; what the transaction wrote before is seen. */
  void readAll(Records records, ClusterName cluster) {
    unfinished.clear();
    List.copyOf(stages.keySet()).forEach(this::drop);
    statuses.clear();
    stale.clear();
    staleRuns.clear();
    // What queues is known from how nodes and stages are.
    statuses.putAll(records.nodeVisits().statuses(cluster));
    records.openStages().of(cluster).values().forEach(this::take);
    records.actionReads().unfinishedOf(cluster).forEach(unfinished::put);
  }

  /** Everything of these runs is to be read again. */
  void changed(Set<RunId> runs) {
    staleRuns.addAll(runs);
  }

  /** Takes in what a transaction wrote; what is not known from that is read by {@link #reread}. */
  void follow(Noted.News news) {
    for (ActionId ended : news.ended()) {
      unfinished.remove(ended);
    }
    news.sent().forEach((id, at) -> unfinished.change(id, action -> action.sent(at)));
    stale.addAll(news.actions());
    staleRuns.addAll(news.runs());
    news.statuses().forEach((node, status) -> statuses.computeIfPresent(node, (id, old) -> status));
  }

  /** Reads again what was written. */
  void reread(Records records, ClusterName cluster) {
    rereadRuns(records, cluster);
    rereadActions(records, cluster);
  }

  /** Forgets stages that were closed, and of which no node is in work any more. */
  void forgetDone() {
    for (StageKey key : List.copyOf(closed)) {
      if (Members.areDone(stage(key))) {
        drop(key);
      }
    }
  }

  /** The stages that were read since the last time this was asked, by key. */
  Set<StageKey> takeFresh() {
    Set<StageKey> taken = new TreeSet<>(fresh);
    fresh.clear();
    return taken;
  }

  private void rereadRuns(Records records, ClusterName cluster) {
    if (staleRuns.isEmpty()) {
      return;
    }
    for (RunId run : staleRuns) {
      unfinished.removeAllOf(run);
      List.copyOf(stages.subMap(first(run), true, last(run), true).keySet()).forEach(this::drop);
    }
    records.openStages().of(cluster, staleRuns).values().forEach(this::take);
    records.actionReads().unfinishedOfRuns(cluster, staleRuns).forEach(unfinished::put);
    staleRuns.clear();
  }

  private void rereadActions(Records records, ClusterName cluster) {
    if (stale.isEmpty()) {
      return;
    }
    Map<ActionId, ActionBrief> read = records.actionReads().unfinishedAmong(cluster, stale);
    for (ActionId id : stale) {
      Optional.ofNullable(read.get(id))
          .ifPresentOrElse(unfinished::put, () -> unfinished.remove(id));
    }
    stale.clear();
  }

  private static StageKey first(RunId run) {
    return new StageKey(run, Integer.MIN_VALUE);
  }

  private static StageKey last(RunId run) {
    return new StageKey(run, Integer.MAX_VALUE);
  }

  private void take(OpenStage stage) {
    stages.put(stage.key(), stage);
    fresh.add(stage.key());
    unseen.add(stage.key());
    members += stage.members().size();
    if (stage.closed().isPresent()) {
      closed.add(stage.key());
    }
  }

  private void drop(StageKey key) {
    members -= stage(key).members().size();
    stages.remove(key);
    views.remove(key);
    unseen.remove(key);
    fresh.remove(key);
    closed.remove(key);
  }

  private OpenStage stage(StageKey key) {
    return Optional.ofNullable(stages.get(key)).orElseThrow();
  }

  /**
   * Whether nothing but the scheduler's verdict moves an action: neither time nor its end is asked
   * for, and its node is there, has not vanished, and is in work.
   */
  private boolean queues(ActionBrief action) {
    return action.state() == ActionState.PENDING_SCHEDULE
        && action.sentAt().isEmpty()
        && action.times().scheduleBefore().isEmpty()
        && !action.wanted().stageEnded()
        && action.wanted().cancelRequest().isEmpty()
        && action.node().map(statuses::get).filter(one -> one != NodeStatus.VANISHED).isPresent()
        && member(action).filter(member -> member.state().isFinal()).isEmpty();
  }

  /** Where the node of an action is within its stage, if that is in work. */
  Optional<OpenStage.Member> member(ActionBrief action) {
    return action
        .step()
        .flatMap(step -> Optional.ofNullable(stages.get(step.stage())))
        .flatMap(stage -> action.node().map(stage.members()::get));
  }

  Unfinished unfinished() {
    return unfinished;
  }

  /** By key. */
  Map<StageKey, OpenStage> stages() {
    return Collections.unmodifiableMap(stages);
  }

  /** Takes in where a node of a stage is now. */
  void move(StageNodeChange change) {
    Optional.ofNullable(stages.get(change.stage()))
        .ifPresent(stage -> {
          Members.follow(stage, change);
          unseen.add(change.stage());
        });
    if (change.state().isFinal()) {
      unfinished.look(change.stage(), change.node());
    }
  }

  /** The stages as the scheduler sees them, by key. Most of them are as they were before. */
  Map<StageKey, ClusterView.Stage> views() {
    for (StageKey key : unseen) {
      views.put(key, stage(key).toView());
    }
    unseen.clear();
    return Collections.unmodifiableMap(views);
  }

  Map<NodeId, NodeStatus> statuses() {
    return statuses;
  }

  /** Whether there is enough going on to remember it. */
  boolean isBusy() {
    return !unfinished.all().isEmpty() || !stages.isEmpty();
  }

  /** Actions, nodes of stages and nodes in all. */
  int size() {
    return unfinished.all().size() + statuses.size() + members;
  }

  /** Something that another one, which was just read, says otherwise. */
  Optional<String> difference(Remembered read) {
    return difference("action", unfinished.all(), read.unfinished.all())
        .or(() ->
            difference(
                "action attended to", unfinished.attendedById(), read.unfinished.attendedById()))
        .or(() -> difference("stage", stages, read.stages))
        .or(() -> difference("stage as it is seen", views(), read.views()))
        .or(() -> difference("node", statuses, read.statuses));
  }

  private static <K, V> Optional<String> difference(String what, Map<K, V> known, Map<K, V> read) {
    Set<K> keys = new HashSet<>(known.keySet());
    keys.addAll(read.keySet());
    for (K key : keys) {
      Optional<V> one = Optional.ofNullable(known.get(key));
      Optional<V> other = Optional.ofNullable(read.get(key));
      if (!one.equals(other)) {
        return Optional.of(
            "%s %s is remembered as %s, and recorded as %s".formatted(what, key, one, other));
      }
    }
    return Optional.empty();
  }
}
