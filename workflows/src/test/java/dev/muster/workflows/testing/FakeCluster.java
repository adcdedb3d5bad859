package dev.muster.workflows.testing;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.RequestedAction;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A cluster without agents or database: it notes what it is asked and answers as it was told. */
public final class FakeCluster implements CycleActivities {

  public static final ClusterName NAME = new ClusterName("c1");

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  public final BlockingQueue<CycleRequest> cycles = new LinkedBlockingQueue<>();
  public final BlockingQueue<WatchRequest> watches = new LinkedBlockingQueue<>();
  public final BlockingQueue<BatchRequest> syncs = new LinkedBlockingQueue<>();
  public final BlockingQueue<BatchRequest> dispatches = new LinkedBlockingQueue<>();
  public final BlockingQueue<IgnoredSignals> ignored = new LinkedBlockingQueue<>();
  public final BlockingQueue<RequestedAction> added = new LinkedBlockingQueue<>();
  public final BlockingQueue<SettingsRequest> changedSettings = new LinkedBlockingQueue<>();
  public final AtomicInteger epochs = new AtomicInteger();
  public final AtomicInteger failures = new AtomicInteger();
  public final AtomicInteger watchFailures = new AtomicInteger();
  private final BlockingQueue<List<NodeId>> changes = new LinkedBlockingQueue<>();
  private volatile List<NodeRange> ranges = List.of();
  private volatile Standing standing = Standing.CURRENT;
  private volatile Duration interval = Duration.ofSeconds(60);
  private volatile Optional<Instant> reviewAt = Optional.empty();
  private volatile List<String> waits = List.of();
  private volatile boolean watchable;
  private volatile boolean gone;
  private volatile boolean brokenBatch;
  private volatile boolean closed;

  /** Every agent has something to do from now on. */
  public FakeCluster busy() {
    watchable = true;
    return this;
  }

  /** No agent has. */
  public FakeCluster idle() {
    watchable = false;
    return this;
  }

  public FakeCluster inRanges(List<NodeRange> batches) {
    ranges = batches;
    return this;
  }

  public FakeCluster withBrokenBatch() {
    brokenBatch = true;
    return this;
  }

  public void standing(Standing now) {
    standing = now;
  }

  public void interval(Duration time) {
    interval = time;
  }

  public void reviewAt(Instant time) {
    reviewAt = Optional.of(time);
  }

  public FakeCluster noReview() {
    reviewAt = Optional.empty();
    return this;
  }

  /** What the next cycles report as waiting. */
  public void waits(String... lines) {
    waits = List.of(lines);
  }

  public void remove() {
    gone = true;
  }

  /** Ends the watches that nobody waits for any more. */
  void close() {
    closed = true;
  }

  /** What the watch that runs, or the next one, sees. */
  public void change(String... nodes) {
    changes.add(Stream.of(nodes).map(NodeId::new).toList());
  }

  /** The next cycle; fails when none comes. */
  public CycleRequest nextCycle() {
    return next(cycles);
  }

  public WatchRequest nextWatch() {
    return next(watches);
  }

  public static <T> T next(BlockingQueue<T> queue) {
    try {
      T next = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing happened within " + PATIENCE);
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Fence takeEpoch(ClusterName cluster) {
    failIfAway();
    if (gone) {
      throw FailureType.GONE.failure("cluster " + cluster + " is not in the records");
    }
    return new Fence(cluster, epochs.incrementAndGet(), 0);
  }

  @Override
  public CycleReport cycle(CycleRequest request) {
    failIfAway();
    cycles.add(request);
    return report(request);
  }

  @Override
  public List<NodeRange> ranges(Fence fence) {
    failIfAway();
    return ranges;
  }

  @Override
  public BatchReport sync(BatchRequest request) {
    syncs.add(request);
    if (brokenBatch && request.range().equals(ranges.getFirst())) {
      throw new IllegalStateException("the database is away");
    }
    return new BatchReport(standing, 500, 1, 2, 0, List.of("n7: timed out"));
  }

  @Override
  public Choice choose(CycleRequest request) {
    cycles.add(request);
    return new Choice(report(request), ranges.isEmpty() ? List.of() : List.of(ranges.getFirst()));
  }

  @Override
  public BatchReport dispatch(BatchRequest request) {
    dispatches.add(request);
    return new BatchReport(standing, 0, 0, 0, 3, List.of());
  }

  @Override
  public WatchReport watch(WatchRequest request) {
    watches.add(request);
    if (watchFailures.getAndDecrement() > 0) {
      throw new IllegalStateException("the watch broke");
    }
    try {
      while (!closed) {
        List<NodeId> changed = changes.poll(20, TimeUnit.MILLISECONDS);
        if (changed != null) {
          return new WatchReport(changed);
        }
        Activity.getExecutionContext().heartbeat(null);
      }
      return new WatchReport(List.of());
    } catch (ActivityCompletionException | InterruptedException e) {
      return new WatchReport(List.of());
    }
  }

  @Override
  public void ignored(IgnoredSignals signals) {
    failIfAway();
    ignored.add(signals);
  }

  @Override
  public CommandOutcome addAction(RequestedAction action) {
    failIfAway();
    added.add(action);
    return action.content().kind().value().equals("refuse.me")
        ? CommandOutcome.refused(
            "node %s is not in the cluster".formatted(action.node().orElseThrow()))
        : CommandOutcome.applied("action %s is recorded".formatted(action.id()));
  }

  @Override
  public CommandOutcome changeSettings(SettingsRequest settings) {
    failIfAway();
    changedSettings.add(settings);
    return CommandOutcome.applied("changed");
  }

  private CycleReport report(CycleRequest request) {
    return new CycleReport(
        request.fence(),
        standing,
        new CycleReport.Figures(
            ranges.size() > 1 ? 500 * ranges.size() : 3,
            ranges.size() > 1 ? 0 : 3,
            0,
            0,
            0,
            0,
            watchable ? 3 : 0),
        watchable,
        interval,
        reviewAt,
        standing == Standing.CURRENT
            ? request.commands().stream().map(FakeCluster::outcome).toList()
            : List.of(),
        List.of(),
        waits);
  }

  private static CommandOutcome outcome(ActionCommand command) {
    return command.why().equals("refuse me")
        ? CommandOutcome.refused("it is DONE already")
        : CommandOutcome.applied("%s by %s".formatted(command.verb(), command.by()));
  }

  private void failIfAway() {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("connection to the database refused");
    }
  }
}
