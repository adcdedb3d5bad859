package dev.muster.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.Window;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WindowsTest {

  private static final ZoneId ROME = ZoneId.of("Europe/Rome");

  private static List<Window> window(
      String start, Duration length, ZoneId zone, DayOfWeek... days) {
    return List.of(new Window(new TreeSet<>(List.of(days)), LocalTime.parse(start), length, zone));
  }

  private static boolean open(List<Window> windows, String at) {
    return Windows.isOpen(windows, Instant.parse(at));
  }

  @Test
  void isAlwaysOpenWithoutWindows() {
    assertThat(open(List.of(), "2026-03-02T08:00:00Z")).isTrue();
    assertThat(Windows.nextOpening(List.of(), Instant.EPOCH)).isEmpty();
  }

  @Test
  void reachesPastMidnightIntoADayThatIsNotNamed() {
    List<Window> nights = window("22:00", Duration.ofHours(6), ROME, DayOfWeek.THURSDAY);
    assertThat(open(nights, "2026-03-05T20:59:59Z")).isFalse();
    assertThat(open(nights, "2026-03-05T21:00:00Z")).isTrue();
    assertThat(open(nights, "2026-03-06T02:59:59Z")).isTrue();
    assertThat(open(nights, "2026-03-06T03:00:00Z")).isFalse();
    assertThat(open(nights, "2026-03-06T21:30:00Z")).isFalse();
  }

  @Test
  void staysAtTheSameLocalTimeWhenTheClocksChange() {
    List<Window> mornings = window("08:00", Duration.ofHours(1), ROME);
    assertThat(Windows.nextOpening(mornings, Instant.parse("2026-03-28T12:00:00Z")))
        .contains(Instant.parse("2026-03-29T06:00:00Z"));
    assertThat(Windows.nextOpening(mornings, Instant.parse("2026-03-27T12:00:00Z")))
        .contains(Instant.parse("2026-03-28T07:00:00Z"));
  }

  @Test
  void aStartThatTheChangeOfClocksSkipsIsMovedOn() {
    List<Window> skipped = window("02:30", Duration.ofMinutes(30), ROME, DayOfWeek.SUNDAY);
    assertThat(open(skipped, "2026-03-29T01:30:00Z")).isTrue();
    assertThat(open(skipped, "2026-03-29T02:00:00Z")).isFalse();
  }

  @Test
  void findsTheOpeningAWeekAheadAndTheEarliestOfSeveral() {
    List<Window> mondays = window("08:00", Duration.ofHours(1), ZoneId.of("UTC"), DayOfWeek.MONDAY);
    assertThat(Windows.nextOpening(mondays, Instant.parse("2026-03-02T08:00:00Z")))
        .contains(Instant.parse("2026-03-09T08:00:00Z"));
    List<Window> two =
        List.of(
            mondays.getFirst(),
            window("23:00", Duration.ofHours(1), ZoneId.of("Asia/Tokyo"), DayOfWeek.TUESDAY)
                .getFirst());
    assertThat(Windows.nextOpening(two, Instant.parse("2026-03-02T09:00:00Z")))
        .contains(Instant.parse("2026-03-03T14:00:00Z"));
  }

  @Test
  void mayBeLongerThanADay() {
    List<Window> weekend =
        window("18:00", Duration.ofHours(60), ZoneId.of("UTC"), DayOfWeek.FRIDAY);
    assertThat(open(weekend, "2026-03-09T05:59:59Z")).isTrue();
    assertThat(open(weekend, "2026-03-09T06:00:00Z")).isFalse();
  }
}
