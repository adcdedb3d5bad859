package dev.muster.activities.watch;

import dev.muster.domain.cluster.ClusterName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One watch for each cluster in this process. A workflow that continues as new, or an attempt that
 * timed out, leaves its watch behind: the next watch ends it, and begins when it is over.
 */
public final class WatchSeats {

  /** A watch that hangs, such as in a database that does not answer, must not halt the next one. */
  private static final long PATIENCE_MS = 2_000;

  private final Map<ClusterName, Seat> seats = new ConcurrentHashMap<>();

  /** The seat of one watch, to be closed when the watch is over. */
  public final class Seat implements AutoCloseable {

    private final ClusterName cluster;
    private final Runnable wake;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean taken;

    private Seat(ClusterName cluster, Runnable wake) {
      this.cluster = cluster;
      this.wake = wake;
    }

    /** Whether a newer watch has it, so that this one is to end. */
    public boolean isTaken() {
      return taken;
    }

    @Override
    public void close() {
      seats.remove(cluster, this);
      over.countDown();
    }

    private void giveUp() {
      taken = true;
      wake.run();
    }
  }

  /**
   * Takes the cluster's seat. Whoever has it is told to end, and waited for.
   *
   * @param wake called when a newer watch wants the seat
   * @throws InterruptedException when the thread is interrupted; the seat is free then
   */
  public Seat take(ClusterName cluster, Runnable wake) throws InterruptedException {
    Seat seat = new Seat(cluster, wake);
    Optional<Seat> before = Optional.ofNullable(seats.put(cluster, seat));
    if (before.isPresent()) {
      before.get().giveUp();
      try {
        before.get().over.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        seat.close();
        throw e;
      }
    }
    return seat;
  }

  /** How many clusters are watched. */
  public int size() {
    return seats.size();
  }

  /** Wakes the watch of {@code cluster}, or of every cluster if empty. */
  void wake(Optional<ClusterName> cluster) {
    seats.values().stream()
        .filter(seat -> cluster.map(seat.cluster::equals).orElse(true))
        .forEach(seat -> seat.wake.run());
  }
}
