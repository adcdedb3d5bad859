package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is unfinished in a cluster, its stages in work with their nodes, and how its nodes are: as
 * its cycles have left it. What a cycle writes is followed here; what nobody can follow is read
 * again. {@link Memory} says how long it is worth anything.
 */
final class Remembered {

  private final Map<ActionId, ActionBrief> unfinished = new LinkedHashMap<>();
  private final Map<StageKey, OpenStage> stages = new TreeMap<>();

  /** Of stages that are as they were when these were made. */
  private final Map<StageKey, ClusterView.Stage> views = new HashMap<>();

  private final Map<NodeId, NodeStatus> statuses = new LinkedHashMap<>();

  /** Written, and not read again yet. */
  private final Set<ActionId> stale = new HashSet<>();

  /** Of which something was written that is not read again yet. */
  private final Set<RunId> staleRuns = new HashSet<>();

  /** Reads everything; what the transaction wrote before is seen. */
  void readAll(Records records, ClusterName cluster) {
    unfinished.clear();
    stages.clear();
    views.clear();
    statuses.clear();
    stale.clear();
    staleRuns.clear();
    records.actionReads().unfinishedOf(cluster).forEach(one -> unfinished.put(one.id(), one));
    stages.putAll(records.openStages().of(cluster));
    statuses.putAll(records.nodeVisits().statuses(cluster));
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
    news.sent()
        .forEach((id, at) -> unfinished.computeIfPresent(id, (same, action) -> action.sent(at)));
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
    stages.values().removeIf(Members::areDone);
    views.keySet().retainAll(stages.keySet());
  }

  private void rereadRuns(Records records, ClusterName cluster) {
    if (staleRuns.isEmpty()) {
      return;
    }
    unfinished
        .values()
        .removeIf(action ->
            action.step().filter(one -> staleRuns.contains(one.stage().run())).isPresent());
    stages.keySet().removeIf(stage -> staleRuns.contains(stage.run()));
    views.keySet().removeIf(stage -> staleRuns.contains(stage.run()));
    records
        .actionReads()
        .unfinishedOfRuns(cluster, staleRuns)
        .forEach(one -> unfinished.put(one.id(), one));
    stages.putAll(records.openStages().of(cluster, staleRuns));
    staleRuns.clear();
  }

  private void rereadActions(Records records, ClusterName cluster) {
    if (stale.isEmpty()) {
      return;
    }
    Map<ActionId, ActionBrief> read = records.actionReads().unfinishedAmong(cluster, stale);
    for (ActionId id : stale) {
      Optional.ofNullable(read.get(id))
          .ifPresentOrElse(now -> unfinished.put(id, now), () -> unfinished.remove(id));
    }
    stale.clear();
  }

  /** By {@code createdAt}, then id, when it is read; what came since is behind. */
  Map<ActionId, ActionBrief> unfinished() {
    return unfinished;
  }

  /** By key. */
  Map<StageKey, OpenStage> stages() {
    return stages;
  }

  /** Takes in where a node of a stage is now. */
  void move(StageNodeChange change) {
    Optional.ofNullable(stages.get(change.stage()))
        .ifPresent(stage -> Members.follow(stage, change));
    views.remove(change.stage());
  }

  /** The stages as the scheduler sees them, by key. Most of them are as they were before. */
  Map<StageKey, ClusterView.Stage> views() {
    Map<StageKey, ClusterView.Stage> all = new LinkedHashMap<>();
    stages.forEach(
        (key, stage) -> all.put(key, views.computeIfAbsent(key, missing -> stage.toView())));
    return all;
  }

  Map<NodeId, NodeStatus> statuses() {
    return statuses;
  }

  /** Whether there is enough going on to remember it. */
  boolean isBusy() {
    return !unfinished.isEmpty() || !stages.isEmpty();
  }

  /** Actions, nodes of stages and nodes in all. */
  int size() {
    int size = unfinished.size() + statuses.size();
    for (OpenStage stage : stages.values()) {
      size += stage.members().size();
    }
    return size;
  }

  /** Something that another one, which was just read, says otherwise. */
  Optional<String> difference(Remembered read) {
    return difference("action", unfinished, read.unfinished)
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
