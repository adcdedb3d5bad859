package dev.muster.domain.timetable;

import dev.muster.domain.shown.Shortened;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go's time.ParseDuration reads them: {@code 2h}, {@code 1h30m}, {@code 1.5h}. */
public final class GoDuration {

  private static final String PIECE =
      "([0-9]{1,9}(?:\\.[0-9]{0,9})?|\\.[0-9]{1,9})(ns|us|µs|μs|ms|s|m|h)";
  private static final Pattern PART = Pattern.compile(PIECE);
  private static final Pattern WHOLE = Pattern.compile("\\+?(?:%s)+".formatted(PIECE));
  private static final int LONGEST_TEXT = 100;

  private GoDuration() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is none, or negative
   */
  public static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    if (text.length() > LONGEST_TEXT || !WHOLE.matcher(text).matches()) {
      throw notOne(text);
    }
    try {
      return sum(text);
    } catch (ArithmeticException tooLong) {
      throw notOne(text);
    }
  }

  private static Duration sum(String text) {
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      BigDecimal nanos =
          new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanosOf(part.group(2))));
      sum = sum.plusNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
    }
    return sum;
  }

  private static IllegalArgumentException notOne(String text) {
    return new IllegalArgumentException(
        "'%s' (expected: a duration in Go's units ns, us, ms, s, m and h, such as 2h or 1h30m%s)"
            .formatted(
                Shortened.to(LONGEST_TEXT, text),
                text.matches("[0-9]{1,4}d.*") ? "; a day is 24h" : ""));
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs", "μs" -> 1_000;
      case "ms" -> 1_000_000;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      default -> 3_600_000_000_000L;
    };
  }
}
