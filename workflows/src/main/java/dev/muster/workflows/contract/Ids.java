package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;

/** Workflow ids and the task queue: the only place where they are made. */
public final class Ids {

  /** The one task queue of all workers. */
  public static final String TASK_QUEUE = "muster";

  private Ids() {}

  /** Id of the {@link OrchestrationWorkflow} of a cluster. */
  public static String orchestration(ClusterName cluster) {
    return "orchestration/" + cluster;
  }

  /** Id of the {@link PlaybookWorkflow} of a run. */
  public static String playbook(RunId run) {
    return "playbook/" + run;
  }
}
