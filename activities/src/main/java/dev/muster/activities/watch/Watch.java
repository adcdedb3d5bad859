package dev.muster.activities.watch;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.util.List;

/**
 * Watches nodes until something happens on one, then a little longer, so that nodes that finish
 * together are visited together.
 */
public final class Watch {

  /** How long changes that can wait are held back for company. */
  private static final Duration SOON = Duration.ofMillis(400);

  private static final Duration SHORTEST_GATHERING = Duration.ofMillis(5);
  private static final Duration MOST_GROWTH = Duration.ofMillis(25);

  /** Called at least once a second; throws when nobody waits for the watch any more. */
  public interface Heartbeat {
    void beat();
  }

  private static final Duration BEAT = Duration.ofMillis(900);

  private final LongPolls polls;
  private final Duration shortestGathering;

  public Watch(LongPolls polls) {
    this(polls, SHORTEST_GATHERING);
  }

  /**
   * @param shortestGathering how long changes that cannot wait are held back for company at least
   */
  Watch(LongPolls polls, Duration shortestGathering) {
    this.polls = polls;
    this.shortestGathering = shortestGathering;
  }

  /**
   * The nodes where something changed; none when nothing did within {@code atMost}.
   *
   * @throws InterruptedException when the thread is interrupted; the polls are let go as always
   */
  public List<NodeId> watch(
      ClusterName cluster, List<WatchedNode> nodes, Duration atMost, Heartbeat heartbeat)
      throws InterruptedException {
    Bell bell = new Bell();
    List<Poll> joined = polls.join(cluster, nodes, bell);
    try {
      await(joined, bell, System.nanoTime() + atMost.toNanos(), heartbeat);
      return joined.stream()
          .filter(poll -> poll.take() != News.QUIET)
          .map(poll -> poll.node().agent().node())
          .toList();
    } finally {
      joined.forEach(poll -> poll.release(bell));
    }
  }

  private void await(List<Poll> joined, Bell bell, long deadline, Heartbeat heartbeat)
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
      if (urgent > 0 && urgent == joined.size()) {
        return;
      }
      if (urgent > 0 && !now) {
        now = true;
        until = earlier(until, gathering(joined.size()));
      }
      if (quiet < joined.size() && !soon) {
        soon = true;
        until = earlier(until, SOON);
      }
      bell.await(Math.min(until, System.nanoTime() + BEAT.toNanos()));
      heartbeat.beat();
    }
  }

  /** The more nodes are watched, the more may finish together. */
  private Duration gathering(int watched) {
    return shortestGathering.plus(Duration.ofMillis(Math.min(watched / 5, MOST_GROWTH.toMillis())));
  }

  private static long earlier(long until, Duration fromNow) {
    return Math.min(until, System.nanoTime() + fromNow.toNanos());
  }
}
