package dev.muster.domain.autopilot;

import dev.muster.domain.run.Window;
import dev.muster.domain.shown.DurationText;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Windows in one line: {@code Mon-Thu 22:00+6h Europe/Rome; Sat 08:00+4h}. Without days it is every
 * day, without a zone UTC.
 */
final class WindowText {

  private static final Pattern WINDOW =
      Pattern.compile(
          "(?:([A-Za-z,\\-]+)\\s+)?([01][0-9]|2[0-3]):([0-5][0-9])\\+(\\S+)(?:\\s+(\\S+))?");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final int MOST = 50;

  private WindowText() {}

  /**
   * Reads one or several.
   *
   * @throws IllegalArgumentException if one is none
   */
  static List<Window> parse(String text) {
    List<Window> windows = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      windows.add(window(part.strip()));
    }
    if (windows.size() > MOST) {
      throw new IllegalArgumentException(
          "%d windows (expected: at most %d)".formatted(windows.size(), MOST));
    }
    return windows;
  }

  private static Window window(String text) {
    Matcher read = WINDOW.matcher(text);
    if (!read.matches()) {
      throw wrong(text, "days, start, length and zone, such as Mon-Thu 22:00+6h Europe/Rome");
    }
    Duration length = DurationText.parse(read.group(4));
    if (!length.isPositive() || length.compareTo(WEEK) > 0) {
      throw wrong(text, "a length of more than 0s, at most 7d");
    }
    return new Window(
        new TreeSet<>(days(read.group(1) == null ? "Mon-Sun" : read.group(1))),
        LocalTime.of(Integer.parseInt(read.group(2)), Integer.parseInt(read.group(3))),
        length,
        zone(read.group(5) == null ? "UTC" : read.group(5)));
  }

  private static Set<DayOfWeek> days(String text) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String part : text.split(",", -1)) {
      String[] ends = part.split("-", -1);
      if (ends.length > 2) {
        throw wrong(text, "days such as Mon-Thu or Sat,Sun");
      }
      DayOfWeek day = day(ends[0]);
      DayOfWeek last = day(ends[ends.length - 1]);
      days.add(day);
      while (day != last) {
        day = day.plus(1);
        days.add(day);
      }
    }
    return days;
  }

  /** Both {@code Mon} and {@code Monday}: UpdateConfigs have the long ones. */
  private static DayOfWeek day(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().equals(upper) || day.name().substring(0, 3).equals(upper)) {
        return day;
      }
    }
    throw wrong(word, "a day, Mon to Sun");
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'%s' (expected: a time zone such as Europe/Rome)".formatted(name), e);
    }
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException("'%s' (expected: %s)".formatted(text, expected));
  }
}
