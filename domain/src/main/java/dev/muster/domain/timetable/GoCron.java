package dev.muster.domain.timetable;

import dev.muster.domain.shown.Shortened;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cron expression as Go's robfig/cron has it, which k0s Autopilot uses: six fields, of which the
 * first is the second, or a word such as {@code @hourly} or {@code @every 90m}. Fields may have
 * {@code ?} in place of {@code *}, and {@code 5/10} for every tenth from the fifth on.
 *
 * <p>Five fields are refused: that library reads them as second, minute, hour, day and month, and
 * people mean minute, hour, day, month and weekday.
 */
public sealed interface GoCron {

  /** Its first time after {@code after}; empty if there is none. */
  Optional<Instant> next(Instant after, ZoneId zone);

  Pattern EVERY = Pattern.compile("@every +(\\S+)");
  Pattern STEPPED = Pattern.compile("(?<from>[0-9]{1,2})/(?<step>[0-9]{1,2})");
  int LONGEST_SHOWN = 80;
  int SATURDAY = 6;
  List<CronField> ORDER = List.of(CronField.values());

  /** In the library's words. */
  Map<String, String> WORDS =
      Map.of(
          "@yearly", "0 0 0 1 1 *",
          "@annually", "0 0 0 1 1 *",
          "@monthly", "0 0 0 1 * *",
          "@weekly", "0 0 0 * * 0",
          "@daily", "0 0 0 * * *",
          "@midnight", "0 0 0 * * *",
          "@hourly", "0 0 * * * *");

  /** Times of a calendar: at these seconds of the minutes that a cron expression has. */
  record AtSeconds(Cron minutes, BitSet seconds) implements GoCron {

    @Override
    public Optional<Instant> next(Instant after, ZoneId zone) {
      Instant minute = after.truncatedTo(ChronoUnit.MINUTES);
      boolean isNow = minutes.next(minute.minusNanos(1), zone).filter(minute::equals).isPresent();
      int later = isNow ? seconds.nextSetBit(secondsOf(after, minute) + 1) : -1;
      return later >= 0
          ? Optional.of(minute.plusSeconds(later))
          : minutes.next(minute, zone).map(next -> next.plusSeconds(seconds.nextSetBit(0)));
    }

    private static int secondsOf(Instant after, Instant minute) {
      return (int) Duration.between(minute, after).toSeconds();
    }
  }

  /** One after each interval, in whole seconds, whatever clocks on walls say. */
  record Every(Duration interval) implements GoCron {

    @Override
    public Optional<Instant> next(Instant after, ZoneId zone) {
      return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(interval));
    }
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  static GoCron parse(String text) {
    String said = text.strip();
    Matcher every = EVERY.matcher(said);
    if (every.matches()) {
      Duration interval = GoDuration.parse(every.group(1)).truncatedTo(ChronoUnit.SECONDS);
      return new Every(Timing.EVERY.require("cron: @every", interval));
    }
    if (said.startsWith("@")) {
      return Optional.ofNullable(WORDS.get(said)).map(GoCron::parse).orElseThrow(() -> unfit(said));
    }
    List<String> fields = List.of(said.split("\\s+", -1));
    if (fields.size() == 5) {
      throw new IllegalArgumentException(
          "cron: '%s' has five fields, which Autopilot's library reads as second, minute, hour, day and month (expected: six fields, the second first: '0 %s' if minute, hour, day, month and weekday are meant, '%s *' if not)"
              .formatted(shown(said), shown(said), shown(said)));
    }
    if (fields.size() != ORDER.size()) {
      throw unfit(said);
    }
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      plain.add(plain(fields.get(i), ORDER.get(i)));
    }
    return new AtSeconds(
        new Cron(String.join(" ", plain.subList(1, plain.size()))),
        CronField.SECOND.read(plain.getFirst()));
  }

  /** The field without what only the library has. */
  private static String plain(String field, CronField of) {
    StringBuilder plain = new StringBuilder();
    for (String piece : field.split(",", -1)) {
      Matcher stepped = STEPPED.matcher(piece);
      String one = piece.startsWith("?") ? "*" + piece.substring(1) : piece;
      if (stepped.matches()) {
        int most = of == CronField.WEEKDAY ? SATURDAY : of.most();
        one = "%s-%d/%s".formatted(stepped.group("from"), most, stepped.group("step"));
      }
      plain.append(plain.isEmpty() ? "" : ",").append(one);
    }
    return plain.toString();
  }

  private static String shown(String text) {
    return Shortened.to(LONGEST_SHOWN, text);
  }

  private static IllegalArgumentException unfit(String text) {
    return new IllegalArgumentException(
        "cron: '%s' (expected: six fields, such as '0 30 2 * * SAT': second, minute, hour, day of the month, month, day of the week; or @hourly, @daily, @midnight, @weekly, @monthly, @yearly, or @every with a duration such as 90m)"
            .formatted(shown(text)));
  }
}
