package dev.muster.domain.retention;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.request.IsoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long something is kept after it ended.
 *
 * @param time empty for ever
 */
public record KeptFor(Optional<Duration> time) {

  /** It is never removed. */
  public static final KeptFor EVER = new KeptFor(Optional.empty());

  public static final Bounds<Duration> TIME =
      new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(36_500));

  private static final String WORD = "forever";

  /** What is taken, as a regular expression that documents show. */
  public static final String PATTERN = "^" + WORD + "$|" + IsoDuration.PATTERN;

  /**
   * @throws IllegalArgumentException if the time is not within its bounds
   */
  public KeptFor {
    time.ifPresent(given -> TIME.require("kept for", given));
  }

  public static KeptFor of(Duration time) {
    return new KeptFor(Optional.of(time));
  }

  /**
   * Reads {@code forever}, or a duration such as {@code P180D}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static KeptFor parse(String text) {
    if (text.equals(WORD)) {
      return EVER;
    }
    if (!text.matches(IsoDuration.PATTERN)) {
      throw new IllegalArgumentException(
          "kept for: '%s' (expected: forever, or a duration such as P180D)".formatted(text));
    }
    return of(Duration.parse(text));
  }

  /** What ended before this goes; empty if nothing does. */
  public Optional<Instant> endedBefore(Instant now) {
    return time.map(now::minus);
  }

  @JsonValue
  @Override
  public String toString() {
    return time.map(Duration::toString).orElse(WORD);
  }
}
