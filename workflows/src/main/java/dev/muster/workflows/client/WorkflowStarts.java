package dev.muster.workflows.client;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.temporalui.Memos;
import dev.muster.workflows.temporalui.OrchestrationDetails;
import dev.muster.workflows.temporalui.PlaybookDetails;
import dev.muster.workflows.temporalui.ShownAttributes;
import dev.muster.workflows.temporalui.Summaries;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;
import java.util.function.Supplier;

/** How workflows are started: id, queue, and what a person sees of them in Temporal's Web UI. */
final class WorkflowStarts {

  /**
   * How long a worker may hold a workflow before it counts as dead; half of the default, because a
   * cluster stands still meanwhile. What takes longer heartbeats.
   */
  private static final Duration HELD_AT_MOST = Duration.ofSeconds(5);

  private final Supplier<EngineClient.Attributes> attributes;

  WorkflowStarts(Supplier<EngineClient.Attributes> attributes) {
    this.attributes = attributes;
  }

  WorkflowOptions.Builder orchestration(OrchestrationInput input) {
    ClusterName cluster = input.cluster();
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(Ids.orchestration(cluster))
            .setTaskQueue(Ids.TASK_QUEUE)
            .setWorkflowTaskTimeout(HELD_AT_MOST)
            .setMemo(Memos.of(input))
            .setStaticSummary(Summaries.orchestration(cluster))
            .setStaticDetails(OrchestrationDetails.atTheStart(cluster));
    if (attributes.get() == EngineClient.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(ShownAttributes.atTheStart(input));
    }
    return options;
  }

  WorkflowOptions.Builder run(RunInput input, String details) {
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(Ids.playbook(input.run()))
            .setTaskQueue(Ids.TASK_QUEUE)
            .setWorkflowTaskTimeout(HELD_AT_MOST)
            .setMemo(Memos.of(input))
            .setStaticSummary(Summaries.run(input));
    if (!details.isBlank()) {
      options.setStaticDetails(PlaybookDetails.atTheStart(details));
    }
    if (attributes.get() == EngineClient.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(ShownAttributes.atTheStart(input));
    }
    return options;
  }

  /** A start that is harmless when the workflow runs already. */
  static WorkflowOptions unlessRunning(WorkflowOptions.Builder options) {
    return options
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
        .build();
  }

  /** A start in the place of the workflow that runs, which is terminated. */
  static WorkflowOptions instead(WorkflowOptions.Builder options) {
    return options
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING)
        .build();
  }
}
