package dev.muster.activities.cycle;

import dev.muster.activities.agent.Since;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.activities.watch.WatchedNode;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.nodes.NodeVisit;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets a cycle go on with what agents say soon after it. To end a cycle, to watch, and to begin the
 * next one are several hops through the engine; where actions are short, most cycles are for what
 * happened while the one before was ending.
 */
final class Staying {

  /** Times the patience: what people and runs ask of the cluster waits for the cycle's end. */
  private static final int AT_MOST = 5;

  /** So many at once are for the watch, whose polls may be another process's. */
  private static final int MOST_WATCHED = 500;

  private final Records records;
  private final NodeWatch watch;
  private final Duration patience;

  /**
   * @param patience how long to wait for news; zero for not at all
   */
  Staying(Records records, NodeWatch watch, Duration patience) {
    this.records = records;
    this.watch = watch;
    this.patience = patience;
  }

  /**
   * The nodes where something ended meanwhile, as they were when it began to wait; none if nothing
   * did, or if the cycle is to end.
   *
   * @param request of the cycle; nobody is waited for while a watch goes on beside it, or while a
   *     person waits for the answer to a command
   * @param soFar what the cycle has done
   * @param began when the cycle began, of {@link System#nanoTime}
   * @param now by the clock that {@code reviewAt} is of
   */
  List<NodeVisit> news(
      CycleRequest request,
      CycleReport soFar,
      long began,
      Instant now,
      NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    ClusterName cluster = request.fence().cluster();
    Duration left = left(soFar, Duration.ofNanos(System.nanoTime() - began), now);
    if (request.watching() == Watching.ON
        || !request.commands().isEmpty()
        || !soFar.watchable()
        || !left.isPositive()) {
      return List.of();
    }
    List<NodeVisit> nodes = records.nodeVisits().toWatch(cluster);
    if (nodes.isEmpty() || nodes.size() > MOST_WATCHED) {
      return List.of();
    }
    List<WatchedNode> watched = watched(records, cluster, nodes);
    Set<NodeId> news = Set.copyOf(watch.urgent(cluster, () -> watched, left, heartbeat));
    return nodes.stream().filter(node -> news.contains(node.id())).toList();
  }

  private Duration left(CycleReport soFar, Duration spent, Instant now) {
    Duration left = shorter(patience, patience.multipliedBy(AT_MOST).minus(spent));
    Optional<Instant> review = soFar.reviewAt();
    return review.map(at -> shorter(left, Duration.between(now, at))).orElse(left);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The nodes whose agent may have something unfinished, and those that settle. */
  static List<WatchedNode> watched(Records records, ClusterName cluster) {
    return watched(records, cluster, records.nodeVisits().toWatch(cluster));
  }

  private static List<WatchedNode> watched(
      Records records, ClusterName cluster, List<NodeVisit> nodes) {
    Map<NodeId, Since> since = new Asking(records).since(cluster, nodes);
    return nodes.stream()
        .map(node ->
            new WatchedNode(
                Visit.agent(cluster, node),
                since.getOrDefault(node.id(), Since.cursor(node.cursor())),
                node.status()))
        .toList();
  }
}
