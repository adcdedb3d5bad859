package dev.muster.agent.json;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in playbooks: {@code 250ms}, {@code 10s}, {@code 1h30m}. */
public final class DurationText {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

  private DurationText() {}

  /** Empty if it is none. */
  public static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.isEmpty() || !form.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(number(form, 1))
            .plusHours(number(form, 2))
            .plusMinutes(number(form, 3))
            .plusSeconds(number(form, 4))
            .plusMillis(number(form, 5)));
  }

  /** {@code 1.5s}, {@code 250ms}: short, for messages. */
  public static String print(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + "ms";
    }
    return millis % 1000 == 0
        ? duration.toSeconds() + "s"
        : millis / 1000 + "." + "%03d".formatted(millis % 1000) + "s";
  }

  private static long number(Matcher form, int group) {
    String digits = form.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
