package dev.muster.domain.shown;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 10m}, {@code 2m30s}, {@code 500ms}, or ISO 8601. */
public final class DurationText {

  private static final Pattern PART = Pattern.compile("([0-9]{1,9})(ms|d|h|m|s)");
  private static final Pattern WHOLE = Pattern.compile("(?:[0-9]{1,9}(?:ms|d|h|m|s))+");

  private DurationText() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is none, or negative
   */
  public static Duration parse(String text) {
    Duration duration = text.startsWith("P") ? iso(text) : sum(text);
    if (duration.isNegative()) {
      throw notOne(text);
    }
    return duration;
  }

  /** Shortly, for messages: {@code 250ms}, {@code 90s}, {@code 1.500s}. */
  public static String print(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + "ms";
    }
    return millis % 1000 == 0
        ? duration.toSeconds() + "s"
        : millis / 1000 + "." + "%03d".formatted(millis % 1000) + "s";
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw notOne(text);
    }
  }

  private static Duration sum(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw notOne(text);
    }
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      sum = sum.plus(of(Long.parseLong(part.group(1)), part.group(2)));
    }
    return sum;
  }

  private static Duration of(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static IllegalArgumentException notOne(String text) {
    return new IllegalArgumentException(
        "'%s' (expected: a duration such as 30s, 10m, 2m30s or PT10M)".formatted(text));
  }
}
