package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.SearchAttributes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

/** How workflows are started: id, queue, and what a person sees of them in Temporal's Web UI. */
final class Starts {

  /**
   * How long a worker may hold a workflow before it counts as dead; half of the default, because a
   * cluster stands still meanwhile. What takes longer heartbeats.
   */
  private static final Duration HELD_AT_MOST = Duration.ofSeconds(5);

  /** The engine's limits, in bytes. */
  private static final int SUMMARY_LIMIT = 400;

  private static final int DETAILS_LIMIT = 20_000;

  private final Supplier<Engine.Attributes> attributes;

  Starts(Supplier<Engine.Attributes> attributes) {
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
    if (attributes.get() == Engine.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder()
              .set(dev.muster.workflows.contract.SearchAttributes.CLUSTER, cluster.value())
              .build());
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
                summary(
                    "%s on %s, by %s"
                        .formatted(input.playbook(), input.cluster(), input.requester())));
    if (!details.isBlank()) {
      options.setStaticDetails(cut(details, DETAILS_LIMIT));
    }
    if (attributes.get() == Engine.Attributes.REGISTERED) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder()
              .set(dev.muster.workflows.contract.SearchAttributes.CLUSTER, input.cluster().value())
              .set(dev.muster.workflows.contract.SearchAttributes.PLAYBOOK, input.playbook())
              .set(dev.muster.workflows.contract.SearchAttributes.REQUESTER, input.requester())
              .set(
                  dev.muster.workflows.contract.SearchAttributes.STATE,
                  ProgressState.NEW_PLAN.word())
              .build());
    }
    return options;
  }

  /** The same, harmless when it runs already. */
  static WorkflowOptions unlessRunning(WorkflowOptions.Builder options) {
    return options
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
        .build();
  }

  /** The same in the place of the one that runs, which is terminated. */
  static WorkflowOptions instead(WorkflowOptions.Builder options) {
    return options
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING)
        .build();
  }

  /** What is not too long for a summary: names in it may be of any length. */
  static String summary(String text) {
    return cut(text, SUMMARY_LIMIT);
  }

  static String cut(String text, int bytes) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= bytes) {
      return text;
    }
    // A UTF-16 unit is at most three bytes, so this is short enough whatever the script.
    int end = Math.min(text.length(), bytes / 3 - 1);
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
