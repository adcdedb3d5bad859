package dev.muster.connections.attributes;

import dev.muster.workflows.client.EngineClient.Attributes;
import java.time.Duration;
import java.time.Instant;

/**
 * What is known of the engine's search attributes.
 *
 * @param since when it became so
 * @param text for people; empty where the kind says it all
 * @param held what starts go by: while the engine is away, what held before
 */
record Standing(Kind kind, Instant since, String text, Attributes held) {

  /**
   * Each service of a server hears of a new attribute within some ten seconds; a start that one of
   * them does not know the attributes of is refused.
   */
  static final Duration SPREADS_WITHIN = Duration.ofSeconds(12);

  /** The kinds, each with how long it is believed. */
  enum Kind {
    /** It has not answered since this process was started. */
    UNKNOWN(Duration.ofSeconds(1)),
    /** It does not answer; it has before. */
    AWAY(Duration.ofSeconds(1)),
    /** It has none, for anybody. */
    UNSUPPORTED(Duration.ofMinutes(5)),
    /** Somebody else must register them. */
    REFUSED(Duration.ofSeconds(30)),
    /** Registered just now. */
    SPREADING(Duration.ofSeconds(2)),
    /** Workflows are started with them. */
    REGISTERED(Duration.ofSeconds(60));

    private final Duration believed;

    Kind(Duration believed) {
      this.believed = believed;
    }

    Duration believed() {
      return believed;
    }
  }

  static Standing unknown(Instant now) {
    return new Standing(Kind.UNKNOWN, now, "", Attributes.NONE);
  }

  /** What an answer makes of it. */
  Standing after(AttributesAnswer answer, Instant now) {
    return switch (answer) {
      case AttributesAnswer.Away(String why) ->
          become(kind == Kind.UNKNOWN ? kind : Kind.AWAY, why, held, now);
      case AttributesAnswer.Unsupported none -> become(Kind.UNSUPPORTED, "", Attributes.NONE, now);
      case AttributesAnswer.Refused refused ->
          become(
              Kind.REFUSED,
              "%s (%s)".formatted(String.join(", ", refused.missing()), refused.why()),
              Attributes.NONE,
              now);
      case AttributesAnswer.Spreading spreading -> become(Kind.SPREADING, "", Attributes.NONE, now);
      case AttributesAnswer.Usable usable ->
          kind == Kind.SPREADING && now.isBefore(since.plus(SPREADS_WITHIN))
              ? this
              : become(Kind.REGISTERED, "", Attributes.REGISTERED, now);
    };
  }

  private Standing become(Kind next, String why, Attributes holds, Instant now) {
    return new Standing(next, next == kind ? since : now, why, holds);
  }
}
