package dev.muster.workflows.waiting;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * A timer of a workflow that loops. {@code Workflow.await} with a time-out leaves its timer running
 * when the condition wins, and every such timer costs a workflow task later; this one is cancelled,
 * or kept for the next wait.
 */
public final class Alarm {

  private final CancellationScope scope;
  private final Instant due;
  private Promise<Boolean> timer = Workflow.newPromise();

  private Alarm(Duration time, String summary) {
    TimerOptions options = TimerOptions.newBuilder().setSummary(summary).build();
    this.due = now().plus(time);
    this.scope =
        Workflow.newCancellationScope(() ->
            // That it was cancelled is nobody's failure; the SDK would log it as one.
            timer = Workflow.newTimer(time, options).handle((rang, cancelled) -> true));
    scope.run();
  }

  /** Sets one. The summary is what a person sees of it in the history. */
  public static Alarm in(Duration time, String summary) {
    return new Alarm(time, summary);
  }

  /** Waits for this alarm and nothing else. */
  public static void pause(Duration time, String summary) {
    in(time, summary).await(() -> false);
  }

  /** The workflow's time. */
  public static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** Waits for whichever comes first. The alarm stays set when it is {@code wanted}. */
  public void await(Supplier<Boolean> wanted) {
    Workflow.await(() -> wanted.get() || timer.isCompleted());
  }

  /** Whether its time has come, or it was cancelled. */
  public boolean isOver() {
    return timer.isCompleted();
  }

  /** Whether it rings no later than {@code latest}. */
  public boolean ringsBy(Instant latest) {
    return !isOver() && !due.isAfter(latest);
  }

  /** Takes it back; nothing happens when its time has come. */
  public void cancel() {
    if (!timer.isCompleted()) {
      scope.cancel();
    }
  }
}
