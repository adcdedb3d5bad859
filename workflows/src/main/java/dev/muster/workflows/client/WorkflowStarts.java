package dev.muster.workflows.client;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.shown.Shortened;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.RunAttributes;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.contract.Summary;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.SearchAttributes;
import java.time.Duration;
import java.util.function.Supplier;

/** How workflows are started: id, queue, and what a person sees of them in Temporal's Web UI. */
final class WorkflowStarts {

  /**
   * How long a worker may hold a workflow before it counts as dead; half of the default, because a
   * cluster stands still meanwhile. What takes longer heartbeats.
   */
  private static final Duration HELD_AT_MOST = Duration.ofSeconds(5);

  /** The engine's limit, in bytes. */
  private static final int DETAILS_LIMIT = 20_000;

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
            .setMemo(input.memo())
            .setStaticSummary("Orchestration of cluster " + cluster)
            .setStaticDetails(
                "Looks after the actions of cluster `%s`, for as long as the cluster exists."
                    .formatted(cluster));
    if (attributes.get() == EngineClient.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder().set(RunAttributes.CLUSTER, cluster.value()).build());
    }
    return options;
  }

  WorkflowOptions.Builder run(RunInput input, String details) {
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(Ids.playbook(input.run()))
            .setTaskQueue(Ids.TASK_QUEUE)
            .setWorkflowTaskTimeout(HELD_AT_MOST)
            .setMemo(input.memo())
            .setStaticSummary(
                Summary.of(
                    "%s on %s, by %s"
                        .formatted(input.playbook(), input.cluster(), input.requester())));
    if (!details.isBlank()) {
      options.setStaticDetails(Shortened.toBytes(DETAILS_LIMIT, details));
    }
    if (attributes.get() == EngineClient.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder()
              .set(RunAttributes.CLUSTER, input.cluster().value())
              .set(RunAttributes.PLAYBOOK, input.playbook())
              .set(RunAttributes.REQUESTER, input.requester())
              .set(RunAttributes.STATE, ProgressState.NEW_PLAN.word())
              .build());
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
