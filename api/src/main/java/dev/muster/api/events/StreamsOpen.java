package dev.muster.api.events;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/** Whether streams may stay open: they end before the web server does, and hold up no shut-down. */
public final class StreamsOpen implements SmartLifecycle {

  private volatile CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean running;

  /** Waits so long; false if the streams are to end. */
  boolean stayFor(Duration time) throws InterruptedException {
    return !stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void start() {
    stopped = new CountDownLatch(1);
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    stopped.countDown();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
