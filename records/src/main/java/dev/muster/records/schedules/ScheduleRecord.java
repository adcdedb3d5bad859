package dev.muster.records.schedules;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.sensitive.Masking;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A schedule: what somebody asked for, and what came of it.
 *
 * @param masking what people are shown of the action's arguments, which are as they are
 */
public record ScheduleRecord(
    UUID id,
    ScheduleKey key,
    ScheduleTerms terms,
    Standing standing,
    Written created,
    Written changed,
    Masking masking) {

  /** When it was written, and by whom. */
  public record Written(Instant at, String by) {}

  /**
   * How far it is.
   *
   * @param next the earliest due time that nothing was made of; empty if it is disabled, or over
   * @param last what became of the last one
   * @param action the last one that was started
   */
  public record Standing(
      boolean enabled,
      Optional<Instant> next,
      Optional<Last> last,
      Optional<ActionId> action,
      Counts counts) {}

  /**
   * What became of a due time.
   *
   * @param at when somebody looked
   */
  public record Last(Instant due, Instant at, Result result, String why) {}

  /** What may become of a due time. */
  public enum Result {
    /** An action was recorded. */
    STARTED,
    /** The action before it was unfinished. */
    SKIPPED,
    /** Such an action cannot be, as when its node is gone. */
    REFUSED
  }

  /**
   * What became of all due times.
   *
   * @param missed at which nothing of Muster ran, but for those that were made up for
   */
  public record Counts(long started, long skipped, long refused, long missed) {}
}
