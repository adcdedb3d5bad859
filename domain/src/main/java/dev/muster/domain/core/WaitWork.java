package dev.muster.domain.core;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What {@code wait} takes: one of both.
 *
 * @param length how long, without the time that it is suspended
 * @param until which instant
 */
public record WaitWork(Optional<Duration> length, Optional<Instant> until) {

  private static final Duration LONGEST = Duration.ofDays(366);

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static WaitWork of(JsonNode args) {
    CoreArguments given = new CoreArguments(args, "for", "until");
    if (given.has("for") == given.has("until")) {
      throw new IllegalArgumentException(
          "'for' and 'until': %s given (expected: one of them)"
              .formatted(given.has("for") ? "both are" : "none is"));
    }
    return new WaitWork(
        given.duration("for", Duration.ofMillis(1), LONGEST),
        given.instant("until").map(OffsetDateTime::toInstant));
  }

  /** Waits on, or is done. It began at {@code begun}, and was suspended for a while. */
  public CoreNext next(Instant begun, Duration suspended, Instant now) {
    Instant end = end(begun, suspended);
    return now.isBefore(end)
        ? new CoreNext.Again(end, Optional.empty(), Optional.empty())
        : new CoreNext.Succeeded(
            JsonNodeFactory.instance
                .objectNode()
                .put("until", end.toString())
                .put("waitedMs", Math.max(0, Duration.between(begun, now).toMillis())));
  }

  private Instant end(Instant begun, Duration suspended) {
    return until.or(() -> length.map(time -> begun.plus(time).plus(suspended))).orElse(begun);
  }
}
