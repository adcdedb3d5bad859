package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** How fast tokens may be tried. */
final class GuessesTest {

  private final SetClock clock = new SetClock();
  private final Guesses guesses = new Guesses(clock);

  @Test
  void twentyAtOnceThenTwoASecond() {
    for (int i = 0; i < 20; i++) {
      assertThat(guesses.mayTry("10.0.0.1")).as("try %d", i).isTrue();
      guesses.failed("10.0.0.1");
    }
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();
    assertThat(guesses.mayTry("10.0.0.2")).as("somebody else").isTrue();

    clock.now = clock.now.plusMillis(500);
    assertThat(guesses.mayTry("10.0.0.1")).isTrue();
    guesses.failed("10.0.0.1");
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();

    clock.now = clock.now.plus(Duration.ofMinutes(1));
    for (int i = 0; i < 20; i++) {
      assertThat(guesses.mayTry("10.0.0.1")).as("after a minute, try %d", i).isTrue();
      guesses.failed("10.0.0.1");
    }
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();
  }

  @Test
  void manyAddressesTakeNoMoreRoomThanTheyMay() {
    for (int i = 0; i < 30_000; i++) {
      guesses.failed("10.0." + i / 250 + "." + i % 250);
    }
    assertThat(guesses.mayTry("10.0.0.1")).isTrue();
  }

  /** Moved by hand. */
  private static final class SetClock extends Clock {

    private Instant now = Instant.parse("2026-11-22T07:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
