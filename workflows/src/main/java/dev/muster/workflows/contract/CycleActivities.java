package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.request.RequestedAction;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/**
 * The effects of a cycle. Each is idempotent: states are written under the fence and only along the
 * table of transitions, and agents refuse a second copy of an action by its id. Timeouts and
 * retries stand in {@link CycleOptions}.
 *
 * <p>Failures of single nodes are values in the reports; an exception means that the database is
 * away, and the cycle is tried again.
 */
@ActivityInterface(namePrefix = "Cycle_")
public interface CycleActivities {

  /**
   * Takes the cluster's next epoch; key: none, a second call takes one more, which is harmless.
   * Throws {@link FailureType#GONE} when the cluster is not in the records.
   */
  @ActivityMethod
  Fence takeEpoch(ClusterName cluster);

  /**
   * Sync, choose, dispatch and announce, for as many nodes as fit into one batch. Key: the fence.
   */
  @ActivityMethod
  CycleReport cycle(CycleRequest request);

  /** Splits the cluster's nodes into batches. */
  @ActivityMethod
  List<NodeRange> ranges(Fence fence);

  /** Fetches and records what the agents of a batch know. Key: the fence and the range. */
  @ActivityMethod
  BatchReport sync(BatchRequest request);

  /**
   * Carries out commands, gives the verdicts and announces, for the whole cluster. Key: the fence.
   */
  @ActivityMethod
  Choice choose(CycleRequest request);

  /** Pushes what was chosen in a batch. Key: the fence and the range. */
  @ActivityMethod
  BatchReport dispatch(BatchRequest request);

  /** Watches agents and changes nothing. */
  @ActivityMethod
  WatchReport watch(WatchRequest request);

  /**
   * Keeps in the audit which signals were ignored, and why. Key: none; a second call keeps them
   * twice, which is harmless.
   */
  @ActivityMethod
  void ignored(IgnoredSignals signals);

  /** Records an action that a person asks for, if it may be. Key: its id. */
  @ActivityMethod
  CommandOutcome addAction(RequestedAction action);

  /** Changes settings of the cluster, if they fit. Key: the values, which are set again. */
  @ActivityMethod
  CommandOutcome changeSettings(SettingsRequest settings);
}
