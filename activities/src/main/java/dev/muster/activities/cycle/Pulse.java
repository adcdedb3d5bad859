package dev.muster.activities.cycle;

import dev.muster.activities.watch.NodeWatch;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;

/** How an activity shows that it is alive, and hears that nobody waits for it any more. */
public interface Pulse {

  /** The heartbeat of the activity that this thread executes; usable from other threads too. */
  NodeWatch.Heartbeat heartbeat();

  /** The real one. */
  static Pulse ofActivity() {
    return () -> {
      ActivityExecutionContext context = Activity.getExecutionContext();
      return () -> context.heartbeat(null);
    };
  }
}
