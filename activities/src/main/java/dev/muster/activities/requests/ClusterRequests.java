package dev.muster.activities.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.SettingsRequest;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What people ask a cluster for by a signal or an update. A refusal is kept in the audit, because
 * nobody answers a signal; what is done keeps a trace of its own.
 */
public final class ClusterRequests {

  private final Records records;

  public ClusterRequests(Records records) {
    this.records = records;
  }

  /** Records an action; once for each id, however often it is asked. */
  public CommandOutcome add(RequestedAction asked) {
    Who who = new Who("action.add", asked.cluster(), asked.by(), asked.why(), asked.at());
    return answer(who, () -> added(asked));
  }

  /** Changes settings, all of them or none. */
  public CommandOutcome change(SettingsRequest asked) {
    Who who = new Who("cluster.change", asked.cluster(), asked.by(), asked.why(), asked.at());
    return answer(who, () -> new SettingsChange(records).change(asked));
  }

  private CommandOutcome added(RequestedAction asked) {
    return switch (new ActionRequests(records).add(asked)) {
      case Added.Created(ActionId id, ActionState state) ->
          CommandOutcome.applied("action %s is recorded; it is %s".formatted(id, state));
      case Added.Existing(ActionId id, ActionState state) ->
          CommandOutcome.applied("action %s was recorded already; it is %s".formatted(id, state));
      case Added.NoNode(String why) -> CommandOutcome.refused(why);
      case Added.Conflict(String why) -> CommandOutcome.refused(why);
      case Added.Wrong(String why) -> CommandOutcome.refused(why);
    };
  }

  private record Who(
      String what, ClusterName cluster, String by, Optional<String> why, Instant at) {}

  private CommandOutcome answer(Who who, Supplier<CommandOutcome> work) {
    String why = who.why().orElse("");
    CommandOutcome outcome =
        WhoAndWhy.whyNot(who.by(), why).map(CommandOutcome::refused).orElseGet(work);
    if (outcome.result() == Result.REFUSED) {
      records
          .audit()
          .insert(
              new NewAuditEntry(
                  who.at(),
                  Actor.user(WhoAndWhy.name(who.by())).toString(),
                  who.what(),
                  Optional.of(who.cluster()),
                  Optional.empty(),
                  Optional.empty(),
                  Map.of(
                      "why",
                      WhoAndWhy.text(why),
                      "result",
                      outcome.result().name(),
                      "outcome",
                      WhoAndWhy.text(outcome.text()))));
    }
    return outcome;
  }
}
