package dev.muster.domain.timetable;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a cron expression, in their order, and how each is read. */
enum CronField {
  /** Only {@link GoCron} has it. */
  SECOND("second", 0, 59, ""),
  MINUTE("minute", 0, 59, ""),
  HOUR("hour", 0, 23, ""),
  DAY("day of the month", 1, 31, ""),
  MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
  /** Sunday is 0, and 7 too. */
  WEEKDAY("day of the week", 0, 7, "SUN MON TUE WED THU FRI SAT");

  private static final Pattern PIECE =
      Pattern.compile("(?:(?<all>[*])|(?<from>\\w+)(?:-(?<to>\\w+))?)(?:/(?<step>[0-9]{1,2}))?");

  private final String words;
  private final int least;
  private final int most;
  private final String names;

  CronField(String words, int least, int most, String names) {
    this.words = words;
    this.least = least;
    this.most = most;
    this.names = names;
  }

  /**
   * The values that a text stands for.
   *
   * @throws IllegalArgumentException if it stands for none
   */
  BitSet read(String text) {
    BitSet values = new BitSet();
    for (String piece : text.split(",", -1)) {
      add(values, piece);
    }
    return values;
  }

  private void add(BitSet values, String piece) {
    Matcher found = PIECE.matcher(piece);
    if (!found.matches()) {
      throw unfit(piece);
    }
    boolean all = found.group("all") != null;
    boolean range = all || found.group("to") != null;
    int from = all ? least : value(found.group("from"));
    int to = from;
    if (range) {
      to = all ? most : value(found.group("to"));
    }
    boolean stepped = found.group("step") != null;
    int step = stepped ? Integer.parseInt(found.group("step")) : 1;
    if (from > to || step < 1 || (stepped && !range)) {
      throw unfit(piece);
    }
    for (int value = from; value <= to; value += step) {
      values.set(this == WEEKDAY ? value % 7 : value);
    }
  }

  /** The greatest value that may be written. */
  int most() {
    return most;
  }

  private List<String> names() {
    return List.of(names.split(" ", -1));
  }

  private int value(String text) {
    int named = names().indexOf(text.toUpperCase(Locale.ROOT));
    if (named >= 0) {
      return named + least;
    }
    if (text.matches("[0-9]{1,2}")) {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw unfit(text);
  }

  private IllegalArgumentException unfit(String piece) {
    return new IllegalArgumentException(
        "cron: '%s' as the %s (expected: *, %d to %d%s, a range such as %d-%d, several with commas between them; behind * or a range a step such as /5)"
            .formatted(
                piece,
                words,
                least,
                most,
                names.isEmpty() ? "" : ", " + names().getFirst() + " to " + names().getLast(),
                least,
                most));
  }
}
