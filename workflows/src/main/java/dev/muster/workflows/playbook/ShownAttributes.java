package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.RunAttributes;
import dev.muster.workflows.contract.RunStanding;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/**
 * The search attributes that follow a run. Written only when they change, because each write is an
 * event, and only when the start set them: an engine that does not know them fails every workflow
 * task that writes them.
 */
final class ShownAttributes {

  private ShownAttributes() {}

  static void follow(RunStanding standing) {
    io.temporal.common.SearchAttributes now = Workflow.getTypedSearchAttributes();
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
