package dev.muster.api.schedules;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.timetable.Cron;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.schedules.ScheduleRecord;
import dev.muster.records.schedules.ScheduleRecord.Counts;
import dev.muster.records.schedules.ScheduleRecord.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A schedule as callers see it: one flat object. */
public record ScheduleJson(
    @JsonUnwrapped ScheduleWorkPart work,
    @JsonUnwrapped ScheduleTimesPart times,
    @JsonUnwrapped ScheduleStandingPart standing,
    @JsonUnwrapped ScheduleCountsPart counts,
    @JsonUnwrapped ScheduleWrittenPart written) {

  /** What starts where. */
  public record ScheduleWorkPart(
      ClusterName cluster, ScheduleName name, Optional<NodeId> node, ActionTemplateJson action) {}

  /** When it does, as somebody said it. */
  public record ScheduleTimesPart(
      Optional<Cron> cron,
      Optional<String> timezone,
      Optional<Duration> every,
      Optional<Instant> at,
      Overlap overlap) {}

  /**
   * How far it is.
   *
   * @param next the next due time; absent if it is disabled, or over
   * @param lastAction the last one that was started
   */
  public record ScheduleStandingPart(
      boolean enabled,
      Optional<Instant> next,
      Optional<ScheduleLastJson> last,
      Optional<ActionId> lastAction) {}

  /**
   * What became of the last due time.
   *
   * @param at when it was looked at
   */
  public record ScheduleLastJson(Instant due, Instant at, Result result, String why) {}

  /**
   * What became of all due times.
   *
   * @param missed at which nothing of Muster ran, but for those that were made up for
   */
  public record ScheduleCountsPart(long started, long skipped, long refused, long missed) {}

  /** Who asked for it. */
  public record ScheduleWrittenPart(
      Instant createdAt, String createdBy, Instant changedAt, String changedBy) {}

  static ScheduleJson of(ScheduleRecord schedule) {
    Timing.Said said = schedule.terms().timing().said();
    Counts counts = schedule.standing().counts();
    return new ScheduleJson(
        new ScheduleWorkPart(
            schedule.key().cluster(),
            schedule.key().name(),
            schedule.terms().node(),
            ActionTemplateJson.of(schedule.terms().action(), schedule.masking())),
        new ScheduleTimesPart(
            said.cron(), said.timezone(), said.every(), said.at(), schedule.terms().overlap()),
        new ScheduleStandingPart(
            schedule.standing().enabled(),
            schedule.standing().next(),
            schedule
                .standing()
                .last()
                .map(last ->
                    new ScheduleLastJson(
                        last.due(),
                        last.at(),
                        last.result(),
                        schedule.masking().shown(last.why()))),
            schedule.standing().action()),
        new ScheduleCountsPart(
            counts.started(), counts.skipped(), counts.refused(), counts.missed()),
        new ScheduleWrittenPart(
            schedule.created().at(),
            schedule.created().by(),
            schedule.changed().at(),
            schedule.changed().by()));
  }
}
