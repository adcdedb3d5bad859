package dev.muster.domain.timetable;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression of five fields: minute, hour, day of the month, month, day of the week. If both
 * days are restricted, either is enough, as in every cron.
 *
 * <p>A local time that a change of clocks skips is moved on by the gap. One that comes twice counts
 * the first time; but both times, if the hours are all of them, so that what is done every hour or
 * every quarter of an hour is done in that hour too.
 */
public final class Cron {

  /** Roughly what is taken, for documents. */
  public static final String PATTERN = "^[-0-9A-Za-z*,/]+( +[-0-9A-Za-z*,/]+){4}$";

  /** The 29th of February as a Monday comes after 40 years at the latest. */
  private static final int LONGEST_SEARCH_DAYS = 366 * 41;

  private static final int LONGEST_TEXT = 200;

  private final String text;
  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet days;
  private final BitSet months;
  private final BitSet weekdays;
  private final boolean eitherDay;

  /**
   * @throws IllegalArgumentException if the text is none, or stands for no time at all
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Cron(String text) {
    if (text.length() > LONGEST_TEXT || !text.matches(PATTERN)) {
      throw new IllegalArgumentException(
          "cron: '%s' (expected: five fields, such as '30 2 * * MON-FRI': minute, hour, day of the month, month, day of the week)"
              .formatted(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text));
    }
    String[] fields = text.split(" +");
    this.text = String.join(" ", fields);
    this.minutes = CronField.MINUTE.read(fields[0]);
    this.hours = CronField.HOUR.read(fields[1]);
    this.days = CronField.DAY.read(fields[2]);
    this.months = CronField.MONTH.read(fields[3]);
    this.weekdays = CronField.WEEKDAY.read(fields[4]);
    this.eitherDay = !fields[2].startsWith("*") && !fields[4].startsWith("*");
    if (!eitherDay && months.stream().noneMatch(this::hasDayIn)) {
      throw new IllegalArgumentException(
          "cron: '%s' (expected: a day that there is in one of its months)".formatted(text));
    }
  }

  private boolean hasDayIn(int month) {
    return days.nextSetBit(0) <= Month.of(month).maxLength();
  }

  /** The first of its times after {@code after}. */
  public Optional<Instant> next(Instant after, ZoneId zone) {
    LocalDate day = after.atZone(zone).toLocalDate().minusDays(1);
    for (int i = 0; i < LONGEST_SEARCH_DAYS; i++, day = day.plusDays(1)) {
      if (fits(day) || fits(day.plusDays(1))) {
        // A gap or an overlap at midnight may put times of two days into another order.
        NavigableSet<Instant> times = on(day, zone);
        times.addAll(on(day.plusDays(1), zone));
        @Nullable Instant next = times.higher(after);
        if (next != null) {
          return Optional.of(next);
        }
      }
    }
    return Optional.empty();
  }

  /** How many of its times lie after {@code after} and not after {@code until}, at most so many. */
  long count(Instant after, Instant until, ZoneId zone, int atMost) {
    NavigableSet<Instant> found = new TreeSet<>();
    LocalDate last = until.atZone(zone).toLocalDate().plusDays(1);
    LocalDate day = after.atZone(zone).toLocalDate().minusDays(1);
    while (!day.isAfter(last) && found.size() < atMost) {
      found.addAll(on(day, zone).subSet(after, false, until, true));
      day = day.plusDays(1);
    }
    return Math.min(found.size(), atMost);
  }

  private boolean fits(LocalDate day) {
    if (!months.get(day.getMonthValue())) {
      return false;
    }
    boolean byDay = days.get(day.getDayOfMonth());
    boolean byWeekday = weekdays.get(day.getDayOfWeek().getValue() % 7);
    return eitherDay ? byDay || byWeekday : byDay && byWeekday;
  }

  private NavigableSet<Instant> on(LocalDate day, ZoneId zone) {
    NavigableSet<Instant> times = new TreeSet<>();
    if (fits(day)) {
      boolean everyHour = hours.cardinality() == 24;
      for (int hour : hours.stream().toArray()) {
        for (int minute : minutes.stream().toArray()) {
          LocalDateTime local = day.atTime(LocalTime.of(hour, minute));
          List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
          times.add(ZonedDateTime.of(local, zone).toInstant());
          if (everyHour && offsets.size() == 2) {
            times.add(local.toInstant(offsets.getLast()));
          }
        }
      }
    }
    return times;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron cron && cron.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
