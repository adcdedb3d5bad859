package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Actor;
import dev.muster.domain.policy.HealthDecision;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.timetable.ScheduleNext;
import dev.muster.records.Records;
import dev.muster.records.policies.HealthLooks;
import dev.muster.records.policies.HealthLooks.DueLook;
import dev.muster.records.policies.HealthLooks.LookKey;
import dev.muster.records.requests.ActionRequests.Added;
import java.time.Instant;
import java.util.Optional;

/**
 * Starts the looks at members that are due. What becomes of one, and when the next one is, is one
 * transaction: whoever dies, each has at most one action.
 */
public final class HealthStarts {

  private final Records records;
  private final ActionRequests requests;

  public HealthStarts(Records records) {
    this.records = records;
    this.requests = new ActionRequests(records);
  }

  /** What became of it. */
  private record Done(String why, Optional<ActionId> action) {}

  /** Looks if it is due by {@code now}; the action that does, if one was recorded. */
  public Optional<ActionId> start(LookKey key, Instant now) {
    return records.transaction(
        () -> records.healthLooks().locked(key, now).flatMap(look -> start(look, now)));
  }

  private Optional<ActionId> start(DueLook look, Instant now) {
    HealthLooks looks = records.healthLooks();
    ScheduleNext next =
        HealthDecision.decide(look.binding(), looks.inWork(look.key().cluster()), now);
    Done done =
        switch (next) {
          case ScheduleNext.Start start -> added(look, start.why(), now);
          case ScheduleNext.Skip skip -> new Done(skip.why(), Optional.empty());
        };
    looks.keep(look.key(), now, done.why(), done.action(), next.next());
    return done.action();
  }

  private Done added(DueLook look, String why, Instant now) {
    RequestedAction request =
        new RequestedAction(
            HealthDecision.idOf(look.key().policy(), look.key().cluster(), look.due()),
            look.key().cluster(),
            Optional.empty(),
            content(),
            look.by(),
            Optional.of(Actor.policy(look.binding().name())),
            Optional.of(why),
            now);
    return switch (requests.add(request)) {
      case Added.Created(ActionId id, var state) -> new Done(why, Optional.of(id));
      case Added.Existing(ActionId id, var state) -> new Done(why, Optional.of(id));
      case Added.NoNode(String refusal) -> new Done(refusal, Optional.empty());
      case Added.Conflict(String refusal) -> new Done(refusal, Optional.empty());
      case Added.Wrong(String refusal) -> new Done(refusal, Optional.empty());
    };
  }

  private static NewActionRequest content() {
    return new NewActionRequest(
        Optional.empty(),
        HealthDecision.HEAL,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
