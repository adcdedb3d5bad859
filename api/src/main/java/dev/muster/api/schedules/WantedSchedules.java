package dev.muster.api.schedules;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.Records;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.schedules.NewSchedule;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleRecord;
import dev.muster.records.schedules.ScheduleTerms;
import dev.muster.records.schedules.Schedules;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** Makes schedules of what people ask for, and refuses what could never start. */
final class WantedSchedules {

  private final ActionRequests requests;

  WantedSchedules(Records records) {
    this.requests = new ActionRequests(records);
  }

  /**
   * The schedule that is asked for.
   *
   * @throws ProblemException if it does not fit, or its action would be refused today
   */
  NewSchedule of(ClusterName cluster, NewScheduleRequest request, Caller caller, Instant now) {
    UUID id = UUID.randomUUID();
    refuse(request.action());
    RequestedAction action =
        new RequestedAction(
            new ActionId(id),
            cluster,
            request.node(),
            request.action(),
            caller.name(),
            Optional.empty(),
            now);
    requests.refusal(action).ifPresent(WantedSchedules::refuse);
    Timing timing = timing(request, now);
    return new NewSchedule(
        id,
        new ScheduleKey(cluster, request.name()),
        new ScheduleTerms(
            request.node(), request.action(), timing, request.overlap().orElse(Overlap.SKIP)),
        request.enabled().orElse(true) ? timing.next(now) : Optional.empty(),
        now,
        caller.name());
  }

  private static Timing timing(NewScheduleRequest request, Instant now) {
    try {
      return new Timing.Said(
              request.cron(),
              request.timezone(),
              request.every(),
              request.at().map(at -> at.truncatedTo(ChronoUnit.SECONDS)))
          .timing(now);
    } catch (IllegalArgumentException unfit) {
      throw ProblemException.badRequest(String.valueOf(unfit.getMessage()));
    }
  }

  private static void refuse(NewActionRequest action) {
    if (action.id().isPresent()) {
      throw ProblemException.badRequest(
          "action.id: %s (expected: none; each start has an id of its own)"
              .formatted(action.id().get()));
    }
    if (action.dependsOn().isPresent()) {
      throw ProblemException.badRequest(
          "action.dependsOn: %s (expected: none; what starts again and again waits for nothing that is done once)"
              .formatted(action.dependsOn().get()));
    }
  }

  private static void refuse(Added why) {
    switch (why) {
      case Added.NoNode(String text) -> throw ProblemException.notFound(text);
      case Added.Conflict(String text) -> throw ProblemException.conflict(text);
      case Added.Wrong(String text) -> throw ProblemException.badRequest(text);
      case Added.Created made -> {}
      case Added.Existing known -> {}
    }
  }

  /** Whether asking again asks for what there is; the first time of an interval may be its own. */
  static boolean same(ScheduleRecord known, NewSchedule wanted, NewScheduleRequest request) {
    ScheduleTerms is = known.terms();
    ScheduleTerms asked = wanted.terms();
    Timing.Said before = Schedules.said(is.timing());
    Timing.Said now = Schedules.said(asked.timing());
    return is.node().equals(asked.node())
        && is.action().equals(asked.action())
        && is.overlap() == asked.overlap()
        && before.cron().equals(now.cron())
        && before.timezone().equals(now.timezone())
        && before.every().equals(now.every())
        && (request.at().isEmpty() || before.at().equals(now.at()));
  }
}
