package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.UpdateConfigs.config;
import static dev.muster.domain.autopilot.UpdateConfigs.whole;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case 50 of docs/conformance/autopilot.md, TestPeriodicUpgradeStrategy_IsWithinPeriod. */
final class UpdateWindowTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  /** 23 November 2026 is a Monday. */
  @ParameterizedTest(name = "{0} {1}+{2}: {3} is {4}")
  @CsvSource({
    "[],       '10:30', 1h, 2026-11-23T10:30:20Z, true",
    "[Monday], '10:30', 1h, 2026-11-23T10:30:20Z, true",
    "[Monday], '10:30', 1h, 2026-11-23T12:30:20Z, false",
    "[Monday], '10:30', 1h, 2026-11-23T08:30:20Z, false",
    "[Monday], '10:30', 1h, 2026-11-22T10:30:20Z, false",
    "[Monday], '10:00', 1h, 2026-11-23T10:30:00Z, true",
    "[Monday], '10:00', 1h, 2026-11-23T11:00:00Z, false"
  })
  void case50AWindowIsOpenOnItsDaysFromItsStartForItsLength(
      String days, String start, String length, Instant now, boolean open) {
    assertThat(UpdateWindow.isOpen(periodic(days, start, length, "UTC"), now)).isEqualTo(open);
  }

  /** Autopilot closes it at midnight. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-23T21:59:59Z, false",
    "2026-11-23T22:00:00Z, true",
    "2026-11-24T00:00:00Z, true",
    "2026-11-24T03:59:59Z, true",
    "2026-11-24T04:00:00Z, false",
    "2026-11-23T01:00:00Z, false",
    "2026-11-24T22:30:00Z, false"
  })
  void aWindowThatRunsPastMidnightBelongsToTheDayOnWhichItBegan(Instant now, boolean open) {
    assertThat(UpdateWindow.isOpen(periodic("[Monday]", "22:00", "6h", "UTC"), now))
        .isEqualTo(open);
  }

  @Test
  void hoursAreThoseOfTheZone() {
    UpdateConfig.Strategy rome = periodic("[Monday]", "22:00", "1h", "Europe/Rome");
    assertThat(UpdateWindow.isOpen(rome, Instant.parse("2026-11-23T21:30:00Z"))).isTrue();
    assertThat(UpdateWindow.isOpen(rome, Instant.parse("2026-11-23T22:30:00Z"))).isFalse();
  }

  @Test
  void looksBeginWhenTheWindowOpensAndGoOnWithinIt() {
    UpdateConfig.Strategy window = periodic("[Monday]", "22:00", "25m", "UTC");
    assertThat(UpdateWindow.first(window, Instant.parse("2026-11-23T12:00:00Z")))
        .contains(Instant.parse("2026-11-23T22:00:00Z"));
    assertThat(next(window, "2026-11-23T22:00:00Z")).isEqualTo("2026-11-23T22:10:00Z");
    assertThat(next(window, "2026-11-23T22:10:00Z")).isEqualTo("2026-11-23T22:20:00Z");
    assertThat(next(window, "2026-11-23T22:20:00Z")).isEqualTo("2026-11-30T22:00:00Z");
  }

  @Test
  void aConfigurationThatComesWithinItsWindowLooksAtOnce() {
    Instant now = Instant.parse("2026-11-23T22:07:00Z");
    assertThat(UpdateWindow.first(periodic("[]", "22:00", "1h", "UTC"), now)).contains(now);
  }

  @Test
  void allDaysFromMidnightForADayIsAlwaysOpen() {
    UpdateConfig.Strategy always = periodic("[]", "00:00", "24h", "UTC");
    assertThat(UpdateWindow.isOpen(always, Instant.parse("2026-11-23T00:00:00Z"))).isTrue();
    assertThat(next(always, "2026-11-23T23:55:00Z"))
        .as("the window of the next day opens sooner")
        .isEqualTo("2026-11-24T00:00:00Z");
    assertThat(next(always, "2026-11-23T12:00:00Z")).isEqualTo("2026-11-23T12:10:00Z");
  }

  @Test
  void cronLooksAtItsTimesAndIsAlwaysOpen() {
    UpdateConfig.Strategy cron =
        config(whole("muster.dev/timezone: Europe/Rome", "upgradeStrategy: {cron: '0 0 3 * * *'}"))
            .strategy();
    Instant now = Instant.parse("2026-11-23T12:00:00Z");
    assertThat(UpdateWindow.isOpen(cron, now)).isTrue();
    assertThat(UpdateWindow.first(cron, now)).contains(Instant.parse("2026-11-24T02:00:00Z"));
    assertThat(next(cron, "2026-11-24T02:00:00Z")).isEqualTo("2026-11-25T02:00:00Z");
  }

  private static String next(UpdateConfig.Strategy strategy, String now) {
    return UpdateWindow.next(strategy, Instant.parse(now), TEN_MINUTES).orElseThrow().toString();
  }

  private static UpdateConfig.Strategy periodic(
      String days, String start, String length, String zone) {
    return config(
            whole(
                "muster.dev/timezone: " + zone,
                "upgradeStrategy: {type: periodic, periodic: {days: %s, startTime: '%s', length: %s}}"
                    .formatted(days, start, length)))
        .strategy();
  }
}
