package dev.muster.activities.asked;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction;
import dev.muster.workflows.contract.ActionAsked;
import dev.muster.workflows.contract.CommandOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Records actions that people ask for by a signal, under the rules of the REST API. */
public final class AddedActions {

  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(7);

  private final Records records;

  public AddedActions(Records records) {
    this.records = records;
  }

  /** Once for each id, however often it is asked. */
  public CommandOutcome add(ActionAsked asked) {
    Optional<String> whyNot = whyNot(asked);
    if (whyNot.isPresent()) {
      return CommandOutcome.refused(whyNot.get());
    }
    NewAction action = action(asked);
    if (records.actions().insert(List.of(action)).contains(action.id())) {
      return CommandOutcome.applied(
          "action %s is recorded; it is %s".formatted(action.id(), action.state()));
    }
    Optional<ActionRecord> existing = records.actions().find(action.id());
    if (existing.isEmpty()) {
      return CommandOutcome.refused("cluster %s has just gone".formatted(asked.cluster()));
    }
    return existing.get().sameContentAs(action)
        ? CommandOutcome.applied(
            "action %s was recorded already; it is %s"
                .formatted(action.id(), existing.get().state()))
        : CommandOutcome.refused(
            "action %s exists with other content; leave the id out, or send what it has"
                .formatted(action.id()));
  }

  private Optional<String> whyNot(ActionAsked asked) {
    if (records.nodes().find(asked.cluster(), asked.node()).isEmpty()) {
      return Optional.of(
          "cluster %s has no node %s (see: muster node list %s)"
              .formatted(asked.cluster(), asked.node(), asked.cluster()));
    }
    Optional<Duration> timeout = asked.timeout();
    if (timeout
        .filter(time -> !time.isPositive() || time.compareTo(LONGEST_TIMEOUT) > 0)
        .isPresent()) {
      return Optional.of(
          "timeout: %s (expected: more than 0, at most %s)"
              .formatted(timeout.get(), LONGEST_TIMEOUT));
    }
    return asked.dependsOn().stream()
        .filter(dependency -> !mayDependOn(asked, dependency))
        .findFirst()
        .map(dependency ->
            "dependsOn: %s (expected: another action of cluster %s that exists already)"
                .formatted(dependency, asked.cluster()));
  }

  private boolean mayDependOn(ActionAsked asked, ActionId dependency) {
    return !dependency.equals(asked.id())
        && records
            .actions()
            .find(dependency)
            .filter(found -> found.cluster().equals(asked.cluster()))
            .isPresent();
  }

  private static NewAction action(ActionAsked asked) {
    return new NewAction(
        asked.id(),
        asked.cluster(),
        Optional.of(asked.node()),
        asked.kind(),
        WireFormat.JSON.createObjectNode().setAll(asked.args()),
        asked.metadata(),
        initialState(asked),
        "core",
        asked.by(),
        Optional.empty(),
        asked.dependsOn(),
        asked.start() == ActionAsked.Start.EVEN_WHEN_DOWN,
        false,
        Optional.empty(),
        asked.timeout(),
        asked.at(),
        Actor.user(asked.by()),
        asked.why().map(why -> "created: " + why).orElse("created"),
        ActionOutcome.NONE);
  }

  private static ActionState initialState(ActionAsked asked) {
    if (asked.approve() == ActionAsked.Approve.REQUIRED) {
      return ActionState.PENDING_APPROVE;
    }
    return asked.dependsOn().isEmpty() ? ActionState.PENDING_SCHEDULE : ActionState.WAITING;
  }
}
