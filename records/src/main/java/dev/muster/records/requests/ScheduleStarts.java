package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.timetable.ScheduleDecision;
import dev.muster.domain.timetable.ScheduleNext;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleRecord;
import dev.muster.records.schedules.ScheduleRecord.Last;
import dev.muster.records.schedules.ScheduleRecord.Result;
import dev.muster.records.schedules.ScheduleTerms;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Starts what schedules have due. What becomes of a due time, and that it is over, is one
 * transaction: whoever dies, each has at most one action, and none is forgotten.
 */
public final class ScheduleStarts {

  private final Records records;
  private final ActionRequests requests;

  public ScheduleStarts(Records records) {
    this.records = records;
    this.requests = new ActionRequests(records);
  }

  /** What became of a due time, and of the action that was started. */
  private record Done(Result result, String why, Optional<UUID> action) {}

  /** Makes something of what is due by {@code now}; the action that was started, if one was. */
  public Optional<ActionId> start(ScheduleKey key, Instant now) {
    return records.transaction(() ->
        records
            .schedules()
            .locked(key)
            .flatMap(schedule ->
                schedule
                    .standing()
                    .next()
                    .filter(due -> !due.isAfter(now))
                    .flatMap(due -> start(schedule, due, now))));
  }

  private Optional<ActionId> start(ScheduleRecord schedule, Instant due, Instant now) {
    ScheduleTerms terms = schedule.terms();
    ScheduleNext next =
        ScheduleDecision.decide(terms.timing(), terms.overlap(), due, unfinished(schedule), now);
    Done done =
        switch (next) {
          case ScheduleNext.Start start -> added(schedule, due, start.why(), now);
          case ScheduleNext.Skip skip -> new Done(Result.SKIPPED, skip.why(), Optional.empty());
        };
    records
        .schedules()
        .keep(
            schedule.id(),
            new Last(due, now, done.result(), done.why()),
            done.action(),
            next.missed(),
            next.next());
    return done.action().map(ActionId::new);
  }

  private Optional<ActionId> unfinished(ScheduleRecord schedule) {
    return schedule
        .standing()
        .action()
        .flatMap(records.actions()::find)
        .filter(action -> !action.state().isFinal())
        .map(ActionRecord::id);
  }

  private Done added(ScheduleRecord schedule, Instant due, String why, Instant now) {
    RequestedAction request =
        new RequestedAction(
            ScheduleDecision.idOf(schedule.id(), due),
            schedule.key().cluster(),
            schedule.terms().node(),
            schedule.terms().action(),
            schedule.created().by(),
            Optional.of(Actor.schedule(schedule.key().name().value())),
            Optional.of(why),
            now);
    return switch (requests.add(request)) {
      case Added.Created(ActionId id, ActionState state) ->
          new Done(Result.STARTED, why, Optional.of(id.value()));
      case Added.Existing(ActionId id, ActionState state) ->
          new Done(Result.STARTED, why, Optional.of(id.value()));
      case Added.NoNode(String refusal) -> new Done(Result.REFUSED, refusal, Optional.empty());
      case Added.Conflict(String refusal) -> new Done(Result.REFUSED, refusal, Optional.empty());
      case Added.Wrong(String refusal) -> new Done(Result.REFUSED, refusal, Optional.empty());
    };
  }
}
