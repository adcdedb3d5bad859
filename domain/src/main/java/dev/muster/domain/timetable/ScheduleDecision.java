package dev.muster.domain.timetable;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * What becomes of a due time. Each gets at most one action, whose id follows from the schedule and
 * that time. Of several that passed unseen, as while nothing of Muster ran, the first one is made
 * up for, and the others are counted.
 */
public final class ScheduleDecision {

  /** Below this nobody calls it late. */
  private static final Duration PROMPT = Duration.ofSeconds(10);

  private ScheduleDecision() {}

  /**
   * Decides.
   *
   * @param due the earliest due time that nothing was made of yet; not after {@code now}
   * @param unfinished the action of the due time before, if it is not over
   */
  public static ScheduleNext decide(
      Timing timing, Overlap overlap, Instant due, Optional<ActionId> unfinished, Instant now) {
    long missed = timing.passed(due, now);
    Optional<Instant> next = timing.next(now);
    if (overlap == Overlap.SKIP && unfinished.isPresent()) {
      return new ScheduleNext.Skip(
          "action %s of the time before is unfinished; cancel it, or allow overlap"
              .formatted(unfinished.get()),
          missed,
          next);
    }
    return new ScheduleNext.Start(
        "due at %s%s%s".formatted(due, late(due, now), others(missed)), missed, next);
  }

  /** The id of the action of a due time: asked for again, it is the same one. */
  public static ActionId idOf(UUID schedule, Instant due) {
    return ActionId.derived("schedule", schedule, due);
  }

  private static String late(Instant due, Instant now) {
    Duration late = Duration.between(due, now);
    return late.compareTo(PROMPT) < 0
        ? ""
        : ", %s late".formatted(DurationText.print(late.truncatedTo(ChronoUnit.SECONDS)));
  }

  private static String others(long missed) {
    return missed == 0
        ? ""
        : "; %d due times after it passed meanwhile, and nothing starts for them".formatted(missed);
  }
}
