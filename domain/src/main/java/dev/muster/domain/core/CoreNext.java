package dev.muster.domain.core;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What follows from one turn of an action that Muster executes. */
public sealed interface CoreNext {

  /**
   * It is not done yet, and costs nothing until its next turn.
   *
   * @param at when that is
   * @param payload progress; empty if there is nothing new
   * @param told what people should know of it; empty if it is just how it goes
   */
  record Again(Instant at, Optional<JsonNode> payload, Optional<String> told) implements CoreNext {}

  /** It is DONE. */
  record Succeeded(JsonNode outputs) implements CoreNext {}

  /**
   * It cannot be done now, and does not hold its place: it waits for its turn again, and begins
   * anew (OpenStack Senlin's RETRY).
   *
   * @param at when it may start at the earliest
   */
  record Retry(Instant at, String why) implements CoreNext {}

  /** It FAILED. */
  record Broken(String why, Optional<JsonNode> outputs) implements CoreNext {}
}
