package dev.muster.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and durations as people say and type them. */
public final class TimeText {
  private static final Pattern TYPED =
      Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");

  private TimeText() {}

  /** "3m ago"; a time in the future, which only another clock can give, counts as now. */
  public static String ago(Instant time, Instant now) {
    Duration age = Duration.between(time, now);
    return age.compareTo(Duration.ofSeconds(1)) < 0 ? "just now" : coarse(age) + " ago";
  }

  /** "3m", "2h", "5d": one unit, rounded down. */
  static String coarse(Duration age) {
    if (age.toSeconds() < 120) {
      return age.toSeconds() + "s";
    }
    if (age.toMinutes() < 120) {
      return age.toMinutes() + "m";
    }
    return age.toHours() < 48 ? age.toHours() + "h" : age.toDays() + "d";
  }

  /** "0.4s", "38s", "2m05s", "1h02m", "3d04h". */
  public static String took(Duration time) {
    Duration positive = time.isNegative() ? Duration.ZERO : time;
    long seconds = positive.toSeconds();
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1fs", Math.floorDiv(positive.toMillis(), 100) / 10.0);
    }
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
    }
    return positive.toHours() < 24
        ? String.format(Locale.ROOT, "%dh%02dm", positive.toHours(), positive.toMinutesPart())
        : String.format(Locale.ROOT, "%dd%02dh", positive.toDays(), positive.toHoursPart());
  }

  /** Like {@link #took}, in whole seconds: what changes every second on a screen. */
  public static String running(Duration time) {
    Duration positive = time.isNegative() ? Duration.ZERO : time;
    return positive.toSeconds() < 10 ? positive.toSeconds() + "s" : took(positive);
  }

  /** Exactly, as it would be typed: "30s", "5m", "1h30m", "250ms". */
  public static String whole(Duration time) {
    if (time.isZero() || time.isNegative()) {
      return "0s";
    }
    StringBuilder text = new StringBuilder();
    unit(text, time.toDays(), "d");
    unit(text, time.toHoursPart(), "h");
    unit(text, time.toMinutesPart(), "m");
    unit(text, time.toSecondsPart(), "s");
    unit(text, time.toMillisPart(), "ms");
    return text.toString();
  }

  /** A duration as the API writes it; what is none, such as "forever" or nothing, as it is. */
  public static String whole(String iso) {
    try {
      return whole(Duration.parse(iso));
    } catch (DateTimeParseException e) {
      return iso;
    }
  }

  private static void unit(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }

  /** To the second, in UTC. */
  public static String stamp(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * What a person typed: {@code 30s}, {@code 1h30m}, {@code 2d}, or ISO 8601 ({@code PT30S}).
   *
   * @throws IllegalArgumentException if it is neither, with a message for that person
   */
  public static Duration parse(String typed) {
    String text = typed.strip();
    Matcher parts = TYPED.matcher(text.toLowerCase(Locale.ROOT));
    if (!text.isEmpty() && parts.matches()) {
      try {
        return Duration.ofDays(part(parts, 1))
            .plusHours(part(parts, 2))
            .plusMinutes(part(parts, 3))
            .plusSeconds(part(parts, 4))
            .plusMillis(part(parts, 5));
      } catch (ArithmeticException | NumberFormatException e) {
        throw new IllegalArgumentException("'%s' is too long a time".formatted(typed), e);
      }
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'%s' is not a duration (expected: such as 30s, 5m, 1h30m, or PT30S)".formatted(typed),
          e);
    }
  }

  private static long part(Matcher parts, int group) {
    String digits = parts.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
