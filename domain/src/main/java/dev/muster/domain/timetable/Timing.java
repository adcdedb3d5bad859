package dev.muster.domain.timetable;

import dev.muster.domain.cluster.Bounds;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** At which times something is due. */
public sealed interface Timing {

  /** Between two due times. */
  Bounds<Duration> EVERY = new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(3_660));

  /** More due times that passed are not counted. */
  int MOST_COUNTED = 10_000;

  /** Times of a calendar. */
  record OfCalendar(Cron cron, ZoneId zone) implements Timing {}

  /** The first one, and one more after each interval, whatever clocks on walls say. */
  record AtInterval(Duration interval, Instant first) implements Timing {

    /**
     * @throws IllegalArgumentException if the interval is not within its bounds
     */
    public AtInterval {
      EVERY.require("every", interval);
    }
  }

  /** One time. */
  record Once(Instant at) implements Timing {}

  /** In the parts that people say. */
  default Said said() {
    return switch (this) {
      case OfCalendar calendar ->
          new Said(
              Optional.of(calendar.cron()),
              Optional.of(calendar.zone().getId()),
              Optional.empty(),
              Optional.empty());
      case AtInterval(Duration interval, Instant first) ->
          new Said(Optional.empty(), Optional.empty(), Optional.of(interval), Optional.of(first));
      case Once(Instant at) ->
          new Said(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(at));
    };
  }

  /**
   * Whether asking for {@code asked} again asks for this.
   *
   * @param first the first time as it was said; if nobody said it, an interval keeps its own
   */
  default boolean isAskedBy(Timing asked, Optional<Instant> first) {
    if (first.isEmpty() && this instanceof AtInterval mine && asked instanceof AtInterval its) {
      return mine.interval().equals(its.interval());
    }
    return equals(asked);
  }

  /** As people say it; each part may be missing. */
  record Said(
      Optional<Cron> cron,
      Optional<String> timezone,
      Optional<Duration> every,
      Optional<Instant> at) {

    /**
     * What it stands for, if it is said at {@code now}.
     *
     * @throws IllegalArgumentException if it stands for nothing, or for several things
     */
    public Timing timing(Instant now) {
      if (cron.isPresent() && every.isEmpty() && at.isEmpty()) {
        return new OfCalendar(cron.get(), timezone.map(Said::zone).orElse(ZoneId.of("UTC")));
      }
      if (cron.isPresent() || (every.isEmpty() && at.isEmpty())) {
        throw new IllegalArgumentException(
            "cron, every, at: %s (expected: cron alone, at alone, every alone, or every with at, which is its first time)"
                .formatted(cron.isPresent() ? "cron with another one" : "none"));
      }
      if (timezone.isPresent()) {
        throw new IllegalArgumentException(
            "timezone: '%s' (expected: none without cron)".formatted(timezone.get()));
      }
      at.filter(first -> !first.isAfter(now))
          .ifPresent(past -> {
            throw new IllegalArgumentException(
                "at: %s (expected: a time to come; it is %s)".formatted(past, now));
          });
      return every
          .<Timing>map(interval ->
              new AtInterval(
                  EVERY.require("every", interval), at.orElseGet(() -> now.plus(interval))))
          .orElseGet(() -> new Once(at.orElseThrow()));
    }

    private static ZoneId zone(String name) {
      try {
        return ZoneId.of(name);
      } catch (DateTimeException unknown) {
        throw new IllegalArgumentException(
            "timezone: '%s' (expected: a zone of the IANA database, such as Europe/Berlin)"
                .formatted(name),
            unknown);
      }
    }
  }

  /** The first due time after {@code after}; empty if there is none. */
  default Optional<Instant> next(Instant after) {
    return switch (this) {
      case OfCalendar(Cron cron, ZoneId zone) -> cron.next(after, zone);
      case AtInterval(Duration interval, Instant first) ->
          Optional.of(
              after.isBefore(first)
                  ? first
                  : first.plus(
                      interval.multipliedBy(
                          Duration.between(first, after).dividedBy(interval) + 1)));
      case Once(Instant at) -> Optional.of(at).filter(time -> time.isAfter(after));
    };
  }

  /** How many due times lie after {@code due}, which is one, and not after {@code now}. */
  default long passed(Instant due, Instant now) {
    return switch (this) {
      case OfCalendar(Cron cron, ZoneId zone) -> cron.count(due, now, zone, MOST_COUNTED);
      case AtInterval(Duration interval, Instant first) ->
          Math.min(MOST_COUNTED, Duration.between(due, now).dividedBy(interval));
      case Once once -> 0;
    };
  }
}
