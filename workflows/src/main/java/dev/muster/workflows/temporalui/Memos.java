package dev.muster.workflows.temporalui;

import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.RunInput;
import io.temporal.workflow.ContinueAsNewOptions;
import java.util.Map;

/** What is noted on an execution. */
public final class Memos {

  private Memos() {}

  public static Map<String, Object> of(RunInput input) {
    return Map.of(
        "cluster",
        input.cluster().value(),
        "playbook",
        input.playbook(),
        "requester",
        input.requester());
  }

  public static Map<String, Object> of(OrchestrationInput input) {
    return Map.of("cluster", input.cluster().value());
  }

  /** Continue-as-new drops the memo, so it is given again. */
  public static ContinueAsNewOptions again(Map<String, Object> memo) {
    return ContinueAsNewOptions.newBuilder().setMemo(memo).build();
  }
}
