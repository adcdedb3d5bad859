package dev.muster.domain.schedule;

import dev.muster.domain.run.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * When a stage's windows are open. A start that a change of clocks skips is moved on by the gap; a
 * length is real time.
 */
public final class Windows {

  private Windows() {}

  /** Whether nodes may start at {@code now}; always when there are no windows. */
  public static boolean isOpen(List<Window> windows, Instant now) {
    return windows.isEmpty() || windows.stream().anyMatch(window -> isOpen(window, now));
  }

  /** The first moment after {@code now} at which a window opens; empty when there are none. */
  public static Optional<Instant> nextOpening(List<Window> windows, Instant now) {
    return windows.stream()
        .flatMap(window -> nextOpening(window, now).stream())
        .min(Instant::compareTo);
  }

  private static boolean isOpen(Window window, Instant now) {
    LocalDate today = now.atZone(window.timezone()).toLocalDate();
    long daysBack = window.length().toDays() + 1;
    for (long back = 0; back <= daysBack; back++) {
      LocalDate day = today.minusDays(back);
      Instant start = startOn(window, day);
      if (opensOn(window, day)
          && !now.isBefore(start)
          && now.isBefore(start.plus(window.length()))) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Instant> nextOpening(Window window, Instant now) {
    LocalDate today = now.atZone(window.timezone()).toLocalDate();
    for (int ahead = 0; ahead <= 8; ahead++) {
      LocalDate day = today.plusDays(ahead);
      if (opensOn(window, day) && startOn(window, day).isAfter(now)) {
        return Optional.of(startOn(window, day));
      }
    }
    return Optional.empty();
  }

  /** A window without days opens every day. */
  private static boolean opensOn(Window window, LocalDate day) {
    return window.days().isEmpty() || window.days().contains(day.getDayOfWeek());
  }

  private static Instant startOn(Window window, LocalDate day) {
    return ZonedDateTime.of(day, window.start(), window.timezone()).toInstant();
  }
}
