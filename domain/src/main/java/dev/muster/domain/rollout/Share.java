package dev.muster.domain.rollout;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of nodes ({@code 2}) or a part of a stage's targets as they were frozen ({@code 10%}).
 */
public record Share(int amount, Unit unit) {

  /** What the amount counts. */
  public enum Unit {
    NODES,
    PERCENT
  }

  /** What is taken, as a regular expression that documents show. */
  public static final String PATTERN = "^[0-9]{1,9}%?$";

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(%?)");

  public Share {
    if (amount < 0 || (unit == Unit.PERCENT && amount > 100)) {
      throw new IllegalArgumentException(
          "share: %d %s (expected: nodes >= 0, or 0%% to 100%%)".formatted(amount, unit));
    }
  }

  /**
   * Reads {@code 2} or {@code 10%}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Share parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "share: '%s' (expected: a number of nodes such as 2, or a percentage such as 10%%)"
              .formatted(text));
    }
    Unit unit = matcher.group(2).isEmpty() ? Unit.NODES : Unit.PERCENT;
    return new Share(Integer.parseInt(matcher.group(1)), unit);
  }

  public static Share nodes(int amount) {
    return new Share(amount, Unit.NODES);
  }

  public static Share percent(int amount) {
    return new Share(amount, Unit.PERCENT);
  }

  /** The number of nodes; a percentage is rounded down. */
  public int truncated(int targets) {
    return switch (unit) {
      case NODES -> amount;
      case PERCENT -> (int) ((long) targets * amount / 100);
    };
  }

  /** The number of nodes; a percentage is rounded up. */
  public int roundedUp(int targets) {
    return switch (unit) {
      case NODES -> amount;
      case PERCENT -> (int) (((long) targets * amount + 99) / 100);
    };
  }

  /** The number of nodes; a percentage is rounded down, and the result is at least 1. */
  public int atLeastOne(int targets) {
    return Math.max(1, truncated(targets));
  }

  @JsonValue
  @Override
  public String toString() {
    return unit == Unit.PERCENT ? amount + "%" : Integer.toString(amount);
  }
}
