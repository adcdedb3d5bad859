package dev.muster.workflows.contract;

import dev.muster.domain.run.RunId;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * The effects of a run: record keeping and nudges. Timeouts and retries stand in {@link
 * PlaybookOptions}.
 */
@ActivityInterface(namePrefix = "Playbook_")
public interface PlaybookActivities {

  /**
   * Takes the run's next epoch and does what {@link #advance} does, in one transaction; a second
   * call takes one more, which is harmless. Throws {@link FailureType#GONE} when the run is not in
   * the records.
   */
  @ActivityMethod
  RunBegun begin(BeginRequest request);

  /**
   * What executions from before {@link #begin} do first: takes the run's next epoch; a second call
   * takes one more, which is harmless. Throws {@link FailureType#GONE} when the run is not in the
   * records.
   */
  @ActivityMethod
  long takeEpoch(RunId run);

  /**
   * Carries out the commands, then takes every step that {@code RunDecision} gives, until one says
   * to wait or the run ends; nudges the cluster if something was opened. Key: run and epoch; what
   * was done is not done again, because ids of actions derive from run, stage, step, node and
   * attempt.
   */
  @ActivityMethod
  RunStanding advance(AdvanceRequest request);

  /**
   * Keeps in the audit which signals were ignored, and why. Key: none; a second call keeps them
   * twice, which is harmless.
   */
  @ActivityMethod
  void ignored(IgnoredSignals signals);
}
