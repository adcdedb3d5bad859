package dev.muster.workflows.contract;

import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Timeouts and retries of {@link PlaybookActivities}. Both are local activities: a hand-over from
 * stage to stage then costs one workflow task. A short second try is for a serialization failure or
 * a dropped connection; when the database is really away, the workflow waits on a timer and tries
 * again.
 */
public final class PlaybookOptions {

  /** One statement; a database that does not answer in this time is away. */
  private static final Duration RECORD_KEEPING = Duration.ofSeconds(10);

  /** Opening a stage of thousands of nodes writes as many rows, in bulk. */
  private static final Duration ADVANCE = Duration.ofSeconds(30);

  private static final RetryOptions TWICE =
      RetryOptions.newBuilder()
          .setMaximumAttempts(2)
          .setInitialInterval(Duration.ofMillis(100))
          .build();

  /**
   * Should a signal get lost, the run looks for itself. Long, because each of many runs that wait
   * for their turn does so; a run that has something to do is found within seconds by its time.
   */
  private static final Duration SAFETY_NET = Duration.ofMinutes(5);

  private PlaybookOptions() {}

  /**
   * When a run is advanced again although nothing happens.
   *
   * @param reviewAt when time alone changes something
   */
  public static Instant nextAdvance(Instant now, Optional<Instant> reviewAt) {
    Instant net = now.plus(SAFETY_NET);
    return reviewAt.filter(at -> at.isBefore(net)).orElse(net);
  }

  /** Of {@code takeEpoch}. */
  public static LocalActivityOptions recordKeeping(String summary) {
    return local(RECORD_KEEPING, summary);
  }

  /** Of {@code advance}. No heartbeat: it writes records and calls nobody but the engine. */
  public static LocalActivityOptions advance(String summary) {
    return local(ADVANCE, summary);
  }

  private static LocalActivityOptions local(Duration timeout, String summary) {
    return LocalActivityOptions.newBuilder()
        .setStartToCloseTimeout(timeout)
        .setRetryOptions(TWICE)
        .setDoNotIncludeArgumentsIntoMarker(true)
        .setSummary(summary)
        .build();
  }
}
