package dev.muster.activities.watch;

import dev.muster.activities.agent.AgentClient;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All watches of this process and their long polls, one for each node at most. Polls that no watch
 * has wanted for five seconds are ended: a cycle between two watches may take as long.
 */
public final class LongPolls implements AutoCloseable {

  private static final Duration LINGER = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private record Key(ClusterName cluster, NodeId node) {}

  private final AgentClient client;
  private final Clock clock;
  private final Map<Key, Poll> polls = new ConcurrentHashMap<>();
  private final Map<Key, AgentPause> pauses = new ConcurrentHashMap<>();
  private final WatchSeats seats = new WatchSeats();
  private final Thread sweeper = Thread.ofVirtual().name("long-polls").unstarted(this::sweep);

  public LongPolls(AgentClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
    sweeper.start();
  }

  /** A poll of each node: the one that is under way, if it asks the same, or a new one. */
  List<Poll> join(ClusterName cluster, List<WatchedNode> nodes, Bell bell) {
    List<Poll> joined = new ArrayList<>(nodes.size());
    for (WatchedNode node : nodes) {
      Key key = new Key(cluster, node.agent().node());
      joined.add(
          polls.compute(
              key,
              (same, existing) -> {
                Poll poll =
                    existing != null && existing.serves(node)
                        ? existing
                        : replace(key, Optional.ofNullable(existing), node);
                poll.join(bell);
                return poll;
              }));
    }
    return joined;
  }

  /**
   * The snapshot that a poll of this node has just brought, if it continues from {@code cursor}:
   * asking again would give the same.
   */
  public Optional<Fetched> fresh(ClusterName cluster, NodeId node, String address, long cursor) {
    return Optional.ofNullable(polls.get(new Key(cluster, node)))
        .flatMap(poll -> poll.fresh(address, cursor));
  }

  /** A watch begins, and ends the one that its cluster had. */
  WatchSeats.Seat enter(ClusterName cluster, Bell bell) throws InterruptedException {
    return seats.take(cluster, bell::moved);
  }

  /** How many watches there are. */
  public int watches() {
    return seats.size();
  }

  /** A cycle changed what the watch of {@code cluster} is to look at; of every cluster if empty. */
  public void moved(Optional<ClusterName> cluster) {
    seats.wake(cluster);
  }

  /** How many polls there are, lingering ones included. */
  public int size() {
    return polls.size();
  }

  @Override
  public void close() {
    sweeper.interrupt();
    polls.values().forEach(Poll::stop);
    polls.clear();
  }

  private Poll replace(Key key, Optional<Poll> old, WatchedNode node) {
    old.ifPresent(Poll::stop);
    AgentPause pause = pauses.computeIfAbsent(key, unknown -> new AgentPause());
    return Poll.start(client, clock, node, pause);
  }

  private void sweep() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        polls.forEach(this::stopIfForgotten);
        // A node's errors are kept while it is watched; then they count from the start again.
        pauses
            .entrySet()
            .removeIf(entry -> !polls.containsKey(entry.getKey()) && entry.getValue().isOld());
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void stopIfForgotten(Key key, Poll poll) {
    if (poll.isForgotten(LINGER) && polls.remove(key, poll)) {
      poll.stop();
    }
  }
}
