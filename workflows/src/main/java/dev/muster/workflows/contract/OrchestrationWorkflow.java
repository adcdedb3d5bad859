package dev.muster.workflows.contract;

import dev.muster.domain.request.RequestedAction;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * The periodic cycle over one cluster, under the id {@code orchestration/<cluster>}, and the single
 * writer of its actions' states.
 *
 * <p>Signals and updates take whatever was sent, as it was sent, as those of {@link
 * PlaybookWorkflow} do. They expect a {@link Nudge}, an {@link ActionCommand}, and the fields of
 * {@link RequestedAction} and {@link SettingsRequest}. As updates, {@code command}, {@code
 * addAction} and {@code changeSettings} are taken, too.
 */
@WorkflowInterface
public interface OrchestrationWorkflow {

  /** Cycles until another epoch takes over or the cluster is removed. */
  @WorkflowMethod
  OrchestrationEnd run(OrchestrationInput input);

  @SignalMethod(
      description =
          "Run a cycle now, over the nodes given or, when there are none, over all:"
              + " {\"nodes\":[\"NODE\"]}, or nothing")
  void nudge(@Nullable RawValue nudge, @Nullable RawValue surplus);

  @SignalMethod(
      description =
          "Approve, reject or cancel an action; what became of it is in the audit:"
              + " {\"action\":\"ITS ID\",\"verb\":\"approve\",\"by\":\"YOUR NAME\"}")
  void command(@Nullable RawValue command, @Nullable RawValue surplus);

  @SignalMethod(
      description =
          "Record an action for a node, or for the cluster if none is named; it starts when its turn comes, or when approved:"
              + " {\"node\":\"NODE\",\"kind\":\"KIND\",\"by\":\"YOUR NAME\"}")
  void addAction(@Nullable RawValue action, @Nullable RawValue surplus);

  @SignalMethod(
      description =
          "Change settings of the cluster; what is named changes, null removes a limit:"
              + " {\"settings\":{\"maxNodesInWork\":2},\"by\":\"YOUR NAME\"}")
  void changeSettings(@Nullable RawValue settings, @Nullable RawValue surplus);

  @UpdateMethod(
      description =
          "Approve, reject or cancel an action, and be told what became of it:"
              + " {\"action\":\"ITS ID\",\"verb\":\"approve\",\"by\":\"YOUR NAME\"}")
  CommandOutcome decide(@Nullable RawValue command, @Nullable RawValue surplus);

  @UpdateValidatorMethod(updateName = "decide")
  void validateDecide(@Nullable RawValue command, @Nullable RawValue surplus);

  @QueryMethod(description = "The last cycle, and what the next one waits for")
  OrchestrationStatus status();
}
