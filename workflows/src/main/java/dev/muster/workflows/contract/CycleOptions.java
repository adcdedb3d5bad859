package dev.muster.workflows.contract;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * Timeouts, retries and heartbeats of {@link CycleActivities}.
 *
 * <p>What is tried again, and by whom: an activity fails only when the database is away. A local
 * one is then tried again by the workflow, under the next fence and after a timer, so that commands
 * and current details stay reachable meanwhile. A batch is tried again by the engine, because its
 * siblings wait for it.
 */
public final class CycleOptions {

  /** Nodes in one batch, when all nodes of a large cluster are visited. */
  public static final int BATCH = 500;

  /**
   * Nodes that one cycle may be about without being about all. So many that a wide stage's cycles
   * visit what moved and nothing else; so few that a watch's report stays a small event.
   */
  public static final int MOST_NAMED = 5_000;

  /** One statement; a database that does not answer in this time is away. */
  private static final Duration RECORD_KEEPING = Duration.ofSeconds(10);

  /**
   * Nodes whose agents are all dead cost their deadlines one wave after the other, for the sync and
   * again for the dispatch. Longer than the workflow task's timeout is fine: the worker heartbeats
   * that task by itself.
   */
  private static final Duration WHOLE_CYCLE = Duration.ofMinutes(5);

  private static final Duration ONE_BATCH = Duration.ofMinutes(1);

  /** Verdicts for a cluster of 10,000 nodes take seconds on a slow database, not minutes. */
  private static final Duration VERDICTS = Duration.ofMinutes(1);

  /** Batches heartbeat after every agent, so silence means that the worker is dead. */
  private static final Duration BATCH_HEARTBEAT = Duration.ofSeconds(15);

  /**
   * A watch heartbeats every second, because it hears of its cancellation that way only. While the
   * watch of a dead worker is believed to be alive, nobody looks at its agents.
   */
  private static final Duration WATCH_HEARTBEAT = Duration.ofSeconds(4);

  /** A watch is late when no worker takes it, or when its worker hangs: never for longer. */
  private static final Duration WATCH_GRACE = Duration.ofSeconds(10);

  private static final RetryOptions ONCE = RetryOptions.newBuilder().setMaximumAttempts(1).build();

  private static final RetryOptions THREE_TIMES =
      RetryOptions.newBuilder()
          .setMaximumAttempts(3)
          .setInitialInterval(Duration.ofMillis(500))
          .setBackoffCoefficient(2)
          .build();

  private CycleOptions() {}

  /** Of {@code takeEpoch} and {@code ranges}: one statement each. */
  public static LocalActivityOptions recordKeeping(String summary) {
    return local(RECORD_KEEPING, summary);
  }

  /**
   * Of {@code cycle}: local, because every hop through the engine costs milliseconds. Its request
   * is left out of the history; the summary says what a person needs of it.
   */
  public static LocalActivityOptions cycle(String summary) {
    return local(WHOLE_CYCLE, summary);
  }

  /** Of {@code sync} and {@code dispatch} of one batch. */
  public static ActivityOptions batch(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(ONE_BATCH)
        .setHeartbeatTimeout(BATCH_HEARTBEAT)
        .setRetryOptions(THREE_TIMES)
        .setSummary(summary)
        .build();
  }

  /** Of {@code choose} in a cluster of several batches: too long for a workflow task. */
  public static ActivityOptions choose(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(VERDICTS)
        .setRetryOptions(THREE_TIMES)
        .setSummary(summary)
        .build();
  }

  /**
   * Of {@code watch}. Not retried: the cycle that follows sees everything anyway. Cancelled without
   * waiting for the answer, so that a nudge is served at once.
   *
   * @param atMost as in the request
   */
  public static ActivityOptions watch(String summary, Duration atMost) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(atMost.plus(WATCH_GRACE))
        .setScheduleToCloseTimeout(atMost.plus(WATCH_GRACE))
        .setHeartbeatTimeout(WATCH_HEARTBEAT)
        .setRetryOptions(ONCE)
        .setCancellationType(ActivityCancellationType.TRY_CANCEL)
        .setSummary(summary)
        .build();
  }

  private static LocalActivityOptions local(Duration timeout, String summary) {
    return LocalActivityOptions.newBuilder()
        .setStartToCloseTimeout(timeout)
        .setRetryOptions(ONCE)
        .setDoNotIncludeArgumentsIntoMarker(true)
        .setSummary(summary)
        .build();
  }
}
