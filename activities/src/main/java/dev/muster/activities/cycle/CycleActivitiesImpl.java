package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.requests.ClusterRequests;
import dev.muster.activities.requests.IgnoredAudit;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.request.RequestedAction;
import dev.muster.records.Records;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.Mover;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The effects of cycles. */
public final class CycleActivitiesImpl implements CycleActivities {

  private final Records records;
  private final AgentClient client;
  private final WholeCycle cycle;
  private final BatchedCycle batches;
  private final NodeWatch watch;
  private final Pulse pulse;
  private final Mover mover;
  private final CyclesInHand inHand;
  private final CycleListener listener;

  /**
   * The way to the agents.
   *
   * @param concurrency calls at a time, over all cycles of this process
   * @param limits of what is taken from one agent
   * @param patience how long a cycle waits for news of agents that have something to do, before it
   *     ends; none is zero
   */
  public record Agents(
      AgentClient client,
      LongPolls polls,
      int concurrency,
      TakenLimits limits,
      Duration patience) {}

  /** Who is shown that cycles are alive, and what they did. */
  public record Shown(Pulse pulse, CycleListener listener) {}

  /**
   * What cycles are made of.
   *
   * @param secrets what playbooks may refer to
   * @param recall what is remembered of clusters between cycles
   */
  public record Parts(
      Records records,
      Agents agents,
      Signals signals,
      Steps steps,
      Mover mover,
      Clock clock,
      Shown shown,
      Secrets secrets,
      Recall recall) {}

  /** Puts the parts together. */
  public static CycleActivities of(Parts parts) {
    Records records = parts.records();
    Agents agents = parts.agents();
    AgentFleet fleet = new AgentFleet(agents.concurrency());
    Visitor visitor =
        new Visitor(agents.client(), fleet, agents.polls(), new Asking(records), parts.clock());
    Deciding deciding =
        new Deciding(
            records,
            parts.steps(),
            new WaitReasonChanges(),
            new Announcer(records),
            agents.limits());
    Delivery delivery =
        new Delivery(
            records, new Dispatch(agents.client(), fleet, parts.secrets()), parts.signals());
    Memory memory = new Memory(records, parts.recall());
    return new CycleActivitiesImpl(
        parts,
        new WholeCycle(parts, memory, visitor, deciding, delivery),
        new BatchedCycle(parts, memory, visitor, deciding, delivery));
  }

  private CycleActivitiesImpl(Parts parts, WholeCycle cycle, BatchedCycle batches) {
    this.records = parts.records();
    this.inHand = new CyclesInHand(parts.records(), parts.clock());
    this.client = parts.agents().client();
    this.cycle = cycle;
    this.batches = batches;
    this.watch = new NodeWatch(parts.agents().polls());
    this.pulse = parts.shown().pulse();
    this.mover = parts.mover();
    this.listener = parts.shown().listener();
  }

  /** Not for an engine that was abandoned: it would take the cluster from the one that counts. */
  @Override
  public Fence takeEpoch(ClusterName cluster) {
    return mover
        .whileMoving(() -> records.clusterFences().takeEpoch(cluster))
        .orElseThrow(() -> FailureType.GONE.failure("there is no cluster " + cluster));
  }

  @Override
  public CycleReport cycle(CycleRequest request) {
    long started = System.nanoTime();
    client.refresh();
    CycleReport report =
        inHand.during(request.fence().cluster(), () -> cycle.run(request, pulse.heartbeat()));
    listener.cycled(request, report, Duration.ofNanos(System.nanoTime() - started));
    return report;
  }

  @Override
  public List<NodeRange> ranges(Fence fence) {
    return batches.ranges(fence);
  }

  @Override
  public BatchReport sync(BatchRequest request) {
    client.refresh();
    return inHand.during(request.fence().cluster(), () -> batches.sync(request, pulse.heartbeat()));
  }

  @Override
  public Choice choose(CycleRequest request) {
    long started = System.nanoTime();
    Choice choice = inHand.during(request.fence().cluster(), () -> batches.choose(request));
    listener.cycled(request, choice.report(), Duration.ofNanos(System.nanoTime() - started));
    return choice;
  }

  @Override
  public BatchReport dispatch(BatchRequest request) {
    return inHand.during(
        request.fence().cluster(), () -> batches.dispatch(request, pulse.heartbeat()));
  }

  @Override
  public WatchReport watch(WatchRequest request) {
    ClusterName cluster = request.cluster();
    try {
      return new WatchReport(
          watch.watch(
              cluster,
              () -> Staying.watched(records, cluster),
              request.atMost(),
              pulse.heartbeat()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the worker is being stopped", e);
    }
  }

  @Override
  public void ignored(IgnoredSignals ignored) {
    new IgnoredAudit(records).keep(ignored);
  }

  @Override
  public CommandOutcome addAction(RequestedAction action) {
    return new ClusterRequests(records).add(action);
  }

  @Override
  public CommandOutcome changeSettings(SettingsRequest settings) {
    return new ClusterRequests(records).change(settings);
  }
}
