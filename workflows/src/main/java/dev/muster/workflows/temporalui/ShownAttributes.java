package dev.muster.workflows.temporalui;

import dev.muster.domain.run.ProgressState;
import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.contract.RunStanding;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.common.SearchAttributes;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/**
 * The search attributes that follow a run. Written only when they change, because each write is an
 * event, and only when the start set them: an engine that does not know them fails every workflow
 * task that writes them.
 */
public final class ShownAttributes {

  private ShownAttributes() {}

  /** Of a run that starts. */
  public static SearchAttributes atTheStart(RunInput input) {
    return SearchAttributes.newBuilder()
        .set(RunAttributes.CLUSTER, input.cluster().value())
        .set(RunAttributes.PLAYBOOK, input.playbook())
        .set(RunAttributes.REQUESTER, input.requester())
        .set(RunAttributes.STATE, ProgressState.NEW_PLAN.word())
        .build();
  }

  /** Of an orchestration that starts. */
  public static SearchAttributes atTheStart(OrchestrationInput input) {
    return SearchAttributes.newBuilder()
        .set(RunAttributes.CLUSTER, input.cluster().value())
        .build();
  }

  /** Writes what differs from what Temporal shows. */
  public static void follow(RunStanding standing) {
    SearchAttributes now = Workflow.getTypedSearchAttributes();
    if (!now.containsKey(RunAttributes.STATE)) {
      return;
    }
    List<SearchAttributeUpdate<?>> changes = new ArrayList<>();
    String state = standing.state().word();
    if (!state.equals(now.get(RunAttributes.STATE))) {
      changes.add(RunAttributes.STATE.valueSet(state));
    }
    standing
        .stage()
        .filter(stage -> !stage.equals(now.get(RunAttributes.STAGE)))
        .ifPresent(stage -> changes.add(RunAttributes.STAGE.valueSet(stage)));
    if (!changes.isEmpty()) {
      Workflow.upsertTypedSearchAttributes(changes.toArray(new SearchAttributeUpdate<?>[0]));
    }
  }
}
