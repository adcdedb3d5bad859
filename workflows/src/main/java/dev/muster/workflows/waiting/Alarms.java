package dev.muster.workflows.waiting;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The timers of a workflow that loops. None is ever taken back: the embedded engine refuses a
 * workflow task that cancels a timer which has just fired, and then gives that task out no more. An
 * alarm that nobody needs any longer rings once and costs a workflow task; until then it serves
 * every later wait that ends after it.
 */
public final class Alarms {

  private final List<Alarm> set = new ArrayList<>();

  /**
   * Sees to it that one rings at {@code due} or before; whoever waits looks at the time then.
   *
   * @param summary what a person sees of it in the history
   */
  public void ringBy(Instant due, String summary) {
    silence();
    if (set.stream().noneMatch(alarm -> alarm.ringsBy(due))) {
      set.add(Alarm.in(Duration.between(Alarm.now(), due), summary));
    }
  }

  /** Forgets those that have rung; whoever waits for others than time begins with it. */
  public void silence() {
    set.removeIf(Alarm::isOver);
  }

  /** Whether one has rung that was not silenced. */
  public boolean isRinging() {
    return set.stream().anyMatch(Alarm::isOver);
  }
}
