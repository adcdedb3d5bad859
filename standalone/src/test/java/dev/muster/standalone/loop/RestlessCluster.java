package dev.muster.standalone.loop;

import dev.muster.activities.watch.WatchSeats;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.RequestedAction;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clusters without agents or database, in which everything happens at random moments: cycles take
 * nothing or a second, watches end in a moment, at the end of their time or by a failure, and
 * reviews are due at once or later.
 */
final class RestlessCluster implements CycleActivities {

  private static final List<NodeId> NODE = List.of(new NodeId("n1"));

  final AtomicInteger cycles = new AtomicInteger();
  final AtomicInteger watches = new AtomicInteger();
  final AtomicInteger mostWatches = new AtomicInteger();
  final AtomicInteger cyclesBesideAWatch = new AtomicInteger();
  private final Map<ClusterName, Instant> lastCycle = new ConcurrentHashMap<>();
  private final Map<ClusterName, Duration> longestSilence = new ConcurrentHashMap<>();
  private final AtomicLong epochs = new AtomicLong();
  private final WatchSeats seats = new WatchSeats();
  private final Random random;

  RestlessCluster(long seed) {
    this.random = new Random(seed);
  }

  /** The longest time between the starts of two cycles of one cluster. */
  Duration longestSilence() {
    return longestSilence.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }

  @Override
  public Fence takeEpoch(ClusterName cluster) {
    return new Fence(cluster, epochs.incrementAndGet(), 0);
  }

  @Override
  public CycleReport cycle(CycleRequest request) {
    cycles.incrementAndGet();
    Instant now = Instant.now();
    Optional.ofNullable(lastCycle.put(request.fence().cluster(), now))
        .ifPresent(before ->
            longestSilence.merge(
                request.fence().cluster(),
                Duration.between(before, now),
                (one, other) -> one.compareTo(other) > 0 ? one : other));
    if (request.watching() == CycleRequest.Watching.ON) {
      cyclesBesideAWatch.incrementAndGet();
    }
    pause(among(100) == 0 ? 1_000 : among(4));
    boolean watchable = among(10) < 7;
    return new CycleReport(
        request.fence(),
        Standing.CURRENT,
        new CycleReport.Figures(1, 1, 0, 0, 0, 0, watchable ? 1 : 0),
        watchable,
        Duration.ofMillis(200 + among(2_000)),
        among(4) == 0 ? Optional.of(now.plusMillis(among(300) - 100)) : Optional.empty(),
        request.commands().stream().map(command -> CommandOutcome.applied("done")).toList(),
        List.of(),
        List.of());
  }

  @Override
  public WatchReport watch(WatchRequest request) {
    try (WatchSeats.Seat seat = seats.take(request.cluster(), () -> {})) {
      mostWatches.accumulateAndGet(watches.incrementAndGet(), Math::max);
      return watch(request, seat);
    } catch (InterruptedException stopping) {
      throw new IllegalStateException(stopping);
    }
  }

  private WatchReport watch(WatchRequest request, WatchSeats.Seat seat) {
    try {
      long end = System.nanoTime() + request.atMost().toNanos();
      long news = System.nanoTime() + Duration.ofMillis(among(60)).toNanos();
      boolean quiet = among(5) == 0;
      while (!seat.isTaken() && System.nanoTime() < (quiet ? end : Math.min(end, news))) {
        pause(1 + among(5));
        Activity.getExecutionContext().heartbeat(null);
      }
      if (among(200) == 0) {
        throw new IllegalStateException("the watch broke");
      }
      return new WatchReport(quiet || among(5) == 0 ? List.of() : NODE);
    } finally {
      watches.decrementAndGet();
    }
  }

  @Override
  public CommandOutcome addAction(RequestedAction action) {
    pause(among(3));
    return CommandOutcome.applied("recorded");
  }

  @Override
  public CommandOutcome changeSettings(SettingsRequest settings) {
    pause(among(3));
    return CommandOutcome.applied("changed");
  }

  @Override
  public void ignored(IgnoredSignals signals) {
    pause(among(3));
  }

  @Override
  public List<NodeRange> ranges(Fence fence) {
    return List.of(new NodeRange(NODE.getFirst(), NODE.getFirst()));
  }

  @Override
  public BatchReport sync(BatchRequest request) {
    throw new IllegalStateException("one node is one batch");
  }

  @Override
  public Choice choose(CycleRequest request) {
    throw new IllegalStateException("one node is one batch");
  }

  @Override
  public BatchReport dispatch(BatchRequest request) {
    throw new IllegalStateException("one node is one batch");
  }

  private int among(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  /** What takes time takes it. */
  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
