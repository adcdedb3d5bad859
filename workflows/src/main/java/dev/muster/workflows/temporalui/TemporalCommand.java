package dev.muster.workflows.temporalui;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;

/** What a person can type, ready to be copied. */
public final class TemporalCommand {

  /** What a command on a run takes. */
  public static final String BY_AND_WHY = "{\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  /** What {@code command} of an orchestration takes, to approve an action. */
  public static final String APPROVE =
      "{\"action\":\"ITS ID\",\"verb\":\"approve\",\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  private TemporalCommand() {}

  /**
   * An update of the workflow that asks, because an update answers.
   *
   * @param json its input
   */
  public static String update(String name, String json) {
    WorkflowInfo info = Workflow.getInfo();
    String namespace =
        info.getNamespace().equals("default") ? "" : " --namespace " + info.getNamespace();
    return """
    temporal workflow update execute%s --name %s \\
      --workflow-id %s \\
      --input '%s'
    """
        .formatted(namespace, name, info.getWorkflowId(), json);
  }
}
