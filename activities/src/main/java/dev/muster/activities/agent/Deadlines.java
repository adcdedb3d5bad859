package dev.muster.activities.agent;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;

/**
 * Aborts requests that outlive their deadline. A socket's own timeout starts again with every byte,
 * so a peer that dribbles would hold a call for ever without this.
 */
final class Deadlines implements AutoCloseable {

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("agent-deadlines").factory());

  Deadlines() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Aborts {@code request} after {@code deadline}, unless the result is cancelled first. */
  Future<?> watch(HttpUriRequestBase request, Duration deadline) {
    return timer.schedule(request::abort, deadline.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
