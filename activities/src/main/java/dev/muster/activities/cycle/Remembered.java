package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.changes.Noted;
import dev.muster.records.runs.OpenStage;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is unfinished in a cluster, where the nodes of open stages are, and how its nodes are: as
 * its cycles have left it. What a cycle writes is followed here; what nobody can follow is read
 * again. {@link Memory} says how long it is worth anything.
 */
final class Remembered {

  private final Map<ActionId, ActionBrief> unfinished = new LinkedHashMap<>();
  private final Map<StageKey, Map<NodeId, OpenStage.Member>> members = new LinkedHashMap<>();
  private final Map<NodeId, NodeStatus> statuses = new LinkedHashMap<>();

  /** Written, and not read again yet. */
  private final Set<ActionId> stale = new HashSet<>();

  /** Reads everything; what the transaction wrote before is seen. */
  void readAll(Records records, ClusterName cluster) {
    unfinished.clear();
    members.clear();
    statuses.clear();
    stale.clear();
    records.actionReads().unfinishedOf(cluster).forEach(one -> unfinished.put(one.id(), one));
    statuses.putAll(records.nodeVisits().statuses(cluster));
  }

  /** Reads everything of these runs; the nodes of their stages are read by who holds these. */
  void readRuns(Records records, ClusterName cluster, Set<RunId> runs) {
    if (runs.isEmpty()) {
      return;
    }
    unfinished
        .values()
        .removeIf(
            action -> action.step().filter(one -> runs.contains(one.stage().run())).isPresent());
    members.keySet().removeIf(stage -> runs.contains(stage.run()));
    records
        .actionReads()
        .unfinishedOfRuns(cluster, runs)
        .forEach(one -> unfinished.put(one.id(), one));
  }

  /** Takes in what a transaction wrote; what is not known from that is read by {@link #reread}. */
  void follow(Noted.News news) {
    for (ActionId ended : news.ended()) {
      unfinished.remove(ended);
    }
    stale.addAll(news.actions());
    news.statuses().forEach((node, status) -> statuses.computeIfPresent(node, (id, old) -> status));
  }

  /** Reads again what was written. */
  void reread(Records records, ClusterName cluster) {
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

  /** Forgets the stages that are not among these, and keeps the nodes of those that are. */
  void keepMembers(Map<StageKey, OpenStage> stages) {
    members.keySet().retainAll(stages.keySet());
    stages.forEach((key, stage) -> members.put(key, stage.members()));
  }

  /** By {@code createdAt}, then id, when it is read; what came since is behind. */
  Map<ActionId, ActionBrief> unfinished() {
    return unfinished;
  }

  Map<StageKey, Map<NodeId, OpenStage.Member>> members() {
    return members;
  }

  Map<NodeId, NodeStatus> statuses() {
    return statuses;
  }

  /** Whether there is enough going on to remember it. */
  boolean isBusy() {
    return !unfinished.isEmpty() || !members.isEmpty();
  }

  /** Actions, nodes of stages and nodes in all. */
  int size() {
    int size = unfinished.size() + statuses.size();
    for (Map<NodeId, OpenStage.Member> ofStage : members.values()) {
      size += ofStage.size();
    }
    return size;
  }

  /** Something that another one, which was just read, says otherwise. */
  Optional<String> difference(Remembered read) {
    return difference("action", unfinished, read.unfinished)
        .or(() -> difference("nodes of stage", members, read.members))
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
