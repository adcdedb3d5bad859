package dev.muster.agent;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that goes when it is told. */
public final class MovableClock extends Clock {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-31T12:00:00Z"));

  /** Lets this much time pass. */
  public void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("nobody asks for another zone");
  }
}
