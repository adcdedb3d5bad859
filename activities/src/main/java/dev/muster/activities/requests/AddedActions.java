package dev.muster.activities.requests;

import dev.muster.records.Records;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.requests.AskedAction;
import dev.muster.workflows.contract.ActionAsked;
import dev.muster.workflows.contract.CommandOutcome;

/** Records actions that people ask for by a signal, under the rules of the REST API. */
final class AddedActions {

  private final ActionRequests actions;

  AddedActions(Records records) {
    this.actions = new ActionRequests(records);
  }

  /** Once for each id, however often it is asked. */
  CommandOutcome add(ActionAsked asked) {
    return switch (actions.add(action(asked))) {
      case Added.Created(var id, var state) ->
          CommandOutcome.applied("action %s is recorded; it is %s".formatted(id, state));
      case Added.Existing(var id, var state) ->
          CommandOutcome.applied("action %s was recorded already; it is %s".formatted(id, state));
      case Added.NoNode(String why) -> CommandOutcome.refused(why);
      case Added.Conflict(String why) -> CommandOutcome.refused(why);
      case Added.Wrong(String why) -> CommandOutcome.refused(why);
    };
  }

  private static AskedAction action(ActionAsked asked) {
    return new AskedAction(
        asked.id(),
        asked.cluster(),
        asked.node(),
        asked.kind(),
        asked.args(),
        asked.metadata(),
        asked.approve() == ActionAsked.Approve.REQUIRED,
        asked.dependsOn(),
        asked.start() == ActionAsked.Start.EVEN_WHEN_DOWN,
        asked.timeout(),
        asked.scheduleWithin(),
        asked.by(),
        asked.why().map(why -> "created: " + why).orElse("created"),
        asked.at());
  }
}
