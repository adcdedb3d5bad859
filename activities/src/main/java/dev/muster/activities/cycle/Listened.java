package dev.muster.activities.cycle;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.request.RequestedAction;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import java.time.Duration;
import java.util.List;

/** Tells a listener of every cycle and of every choice of a large one. */
final class Listened implements CycleActivities {

  private final CycleActivities activities;
  private final CycleListener listener;

  Listened(CycleActivities activities, CycleListener listener) {
    this.activities = activities;
    this.listener = listener;
  }

  @Override
  public Fence takeEpoch(ClusterName cluster) {
    return activities.takeEpoch(cluster);
  }

  @Override
  public CycleReport cycle(CycleRequest request) {
    long started = System.nanoTime();
    CycleReport report = activities.cycle(request);
    listener.cycled(request, report, Duration.ofNanos(System.nanoTime() - started));
    return report;
  }

  @Override
  public List<NodeRange> ranges(Fence fence) {
    return activities.ranges(fence);
  }

  @Override
  public BatchReport sync(BatchRequest request) {
    return activities.sync(request);
  }

  @Override
  public Choice choose(CycleRequest request) {
    long started = System.nanoTime();
    Choice choice = activities.choose(request);
    listener.cycled(request, choice.report(), Duration.ofNanos(System.nanoTime() - started));
    return choice;
  }

  @Override
  public BatchReport dispatch(BatchRequest request) {
    return activities.dispatch(request);
  }

  @Override
  public WatchReport watch(WatchRequest request) {
    return activities.watch(request);
  }

  @Override
  public void ignored(IgnoredSignals signals) {
    activities.ignored(signals);
  }

  @Override
  public CommandOutcome addAction(RequestedAction action) {
    return activities.addAction(action);
  }

  @Override
  public CommandOutcome changeSettings(SettingsRequest settings) {
    return activities.changeSettings(settings);
  }
}
