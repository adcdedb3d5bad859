package dev.muster.activities.watch;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Watches nodes until something happens on one, then a little longer, so that nodes that finish
 * together are visited together. Cycles go on meanwhile: when one of them tells that it changed
 * what there is to look at, the watch looks again.
 */
public final class NodeWatch {

  /** How long changes that can wait are held back for company. */
  private static final Duration SOON = Duration.ofMillis(400);

  private static final Duration SHORTEST_GATHERING = Duration.ofMillis(5);

  /** A cycle over 5,000 nodes in work among 100,000 takes about as long. */
  private static final Duration MOST_GROWTH = Duration.ofSeconds(1);

  /** Called at least once a second; throws when nobody waits for the watch any more. */
  public interface Heartbeat {
    void beat();
  }

  private static final Duration BEAT = Duration.ofMillis(900);

  private final LongPolls polls;
  private final Duration shortestGathering;

  public NodeWatch(LongPolls polls) {
    this(polls, SHORTEST_GATHERING);
  }

  /**
   * @param shortestGathering how long changes that cannot wait are held back for company at least
   */
  NodeWatch(LongPolls polls, Duration shortestGathering) {
    this.polls = polls;
    this.shortestGathering = shortestGathering;
  }

  /** What there is to look at, asked again after every change. */
  public interface Nodes {
    List<WatchedNode> now();
  }

  /**
   * The nodes where something changed; none when nothing did within {@code atMost}, or when there
   * is nothing to look at, or when a newer watch of the cluster begins.
   *
   * @throws InterruptedException when the thread is interrupted; the polls are let go as always
   */
  public List<NodeId> watch(ClusterName cluster, Nodes nodes, Duration atMost, Heartbeat heartbeat)
      throws InterruptedException {
    Bell bell = new Bell();
    long deadline = System.nanoTime() + atMost.toNanos();
    List<Poll> joined = List.of();
    try (WatchSeats.Seat seat = polls.enter(cluster, bell)) {
      while (!seat.isTaken()) {
        List<Poll> before = joined;
        joined = polls.join(cluster, nodes.now(), bell);
        release(before, joined, bell);
        if (joined.isEmpty() || await(joined, bell, deadline, heartbeat) == Outcome.OVER) {
          break;
        }
      }
      return changed(joined);
    } finally {
      release(joined, List.of(), bell);
    }
  }

  private static void release(List<Poll> polls, List<Poll> but, Bell bell) {
    Set<Poll> kept = Set.copyOf(but);
    polls.stream().filter(poll -> !kept.contains(poll)).forEach(poll -> poll.release(bell));
  }

  private static List<NodeId> changed(List<Poll> joined) {
    return joined.stream()
        .filter(poll -> poll.take() != News.QUIET)
        .map(poll -> poll.node().agent().node())
        .toList();
  }

  private enum Outcome {
    OVER,
    LOOK_AGAIN
  }

  /** Something that happened is told first: what is to look at then is the next watch's. */
  private Outcome await(List<Poll> joined, Bell bell, long deadline, Heartbeat heartbeat)
      throws InterruptedException {
    long until = deadline;
    boolean soon = false;
    boolean now = false;
    while (System.nanoTime() < until) {
      int urgent = 0;
      int quiet = 0;
      for (Poll poll : joined) {
        switch (poll.read()) {
          case NOW -> urgent++;
          case SOON -> {}
          case QUIET -> quiet++;
        }
      }
      if (urgent == joined.size()) {
        return Outcome.OVER;
      }
      if (urgent > 0 && !now) {
        now = true;
        until = earlier(until, gathering(joined.size()));
      }
      if (quiet < joined.size() && !soon) {
        soon = true;
        until = earlier(until, SOON);
      }
      if (!now && bell.takeMoved()) {
        return Outcome.LOOK_AGAIN;
      }
      bell.await(Math.min(until, System.nanoTime() + BEAT.toNanos()));
      heartbeat.beat();
    }
    return Outcome.OVER;
  }

  /**
   * The more nodes are watched, the more may finish together, and the more a cycle costs that is
   * about a few of them. When all have finished, nobody waits.
   */
  private Duration gathering(int watched) {
    return shortestGathering.plus(Duration.ofMillis(Math.min(watched / 5, MOST_GROWTH.toMillis())));
  }

  private static long earlier(long until, Duration fromNow) {
    return Math.min(until, System.nanoTime() + fromNow.toNanos());
  }
}
