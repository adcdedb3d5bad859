package dev.muster.domain.timetable;

import java.time.Instant;
import java.util.Optional;

/** What becomes of a due time, and when the next one is. */
public sealed interface ScheduleNext {

  /** The next due time; empty if there is none. */
  Optional<Instant> next();

  /** Due times before {@code next} for which nothing starts because nobody looked. */
  long missed();

  /**
   * An action starts.
   *
   * @param why for its history
   */
  record Start(String why, long missed, Optional<Instant> next) implements ScheduleNext {}

  /** Nothing starts. */
  record Skip(String why, long missed, Optional<Instant> next) implements ScheduleNext {}
}
