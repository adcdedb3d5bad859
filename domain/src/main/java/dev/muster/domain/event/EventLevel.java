package dev.muster.domain.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much an event matters. */
public enum EventLevel {
  /** What only who searches for a fault wants to know. */
  @JsonProperty("debug")
  DEBUG,
  /** Things take their course. */
  @JsonProperty("info")
  INFO,
  /** Something did not go as it was wanted, and is seen to. */
  @JsonProperty("warning")
  WARNING,
  /** Something failed. */
  @JsonProperty("error")
  ERROR;

  /** As documents and answers have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The level of this word. */
  public static Optional<EventLevel> named(String word) {
    return Arrays.stream(values()).filter(level -> level.word().equals(word)).findFirst();
  }
}
