package dev.muster.api.schedules;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.Records;
import dev.muster.records.schedules.NewSchedule;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleRecord;
import dev.muster.records.schedules.ScheduleTerms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** Makes schedules of what people ask for, and refuses what could never start. */
final class WantedSchedules {

  private final ActionTemplates templates;

  WantedSchedules(Records records) {
    this.templates = new ActionTemplates(records);
  }

  /**
   * The schedule that is asked for.
   *
   * @throws ProblemException if it does not fit, or its action would be refused today
   */
  NewSchedule of(ClusterName cluster, NewScheduleRequest request, Caller caller, Instant now) {
    templates.require(cluster, request.node(), request.action(), caller, now);
    Timing timing = timing(request, now);
    return new NewSchedule(
        UUID.randomUUID(),
        new ScheduleKey(cluster, request.name()),
        new ScheduleTerms(
            request.node(), request.action(), timing, request.overlap().orElse(Overlap.SKIP)),
        request.enabled().orElse(true) ? timing.next(now) : Optional.empty(),
        now,
        caller.name());
  }

  private static Timing timing(NewScheduleRequest request, Instant now) {
    return ProblemException.fitting(() ->
        new Timing.Said(
                request.cron(),
                request.timezone(),
                request.every(),
                request.at().map(at -> at.truncatedTo(ChronoUnit.SECONDS)))
            .timing(now));
  }

  /** Whether asking again asks for what there is; the first time of an interval may be its own. */
  static boolean same(ScheduleRecord known, NewSchedule wanted, NewScheduleRequest request) {
    ScheduleTerms is = known.terms();
    ScheduleTerms asked = wanted.terms();
    return is.node().equals(asked.node())
        && is.action().equals(asked.action())
        && is.overlap() == asked.overlap()
        && is.timing().isAskedBy(asked.timing(), request.at());
  }
}
