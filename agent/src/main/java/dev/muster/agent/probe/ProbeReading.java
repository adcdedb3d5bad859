package dev.muster.agent.probe;

import tools.jackson.databind.node.ObjectNode;

/**
 * What a probe saw.
 *
 * @param detail in a few words, such as {@code HTTP 503}
 * @param outputs of a check: what was answered, as far as it matters
 */
public record ProbeReading(Health health, String detail, ObjectNode outputs) {

  /** How well it is. */
  public enum Health {
    /** It is up and well. */
    UP,
    /** Something is there, and not well; it may be starting or stopping. */
    UNWELL,
    /** Nothing is there. */
    DOWN
  }
}
