package dev.muster.domain.playbook;

import tools.jackson.databind.JsonNode;

/**
 * A value that may be written as it is, or as {@code ${…}} over the parameters, in which case it is
 * known when a run is planned.
 *
 * @param path where it stands
 * @param raw as it is written
 */
record Field<T>(String path, JsonNode raw, Parser<T> parser) {

  /** Reads a value whose expressions have been replaced. */
  interface Parser<T> {

    /**
     * Reads the value.
     *
     * @throws IllegalArgumentException if it is no such value; the message is for people
     */
    T parse(JsonNode json);
  }

  /** Whether it is known before the parameters are. */
  boolean isFixed() {
    return Expressions.isFixed(raw);
  }

  /**
   * The value of a fixed one.
   *
   * @throws IllegalArgumentException if it is no such value
   */
  T fixed() {
    return parser.parse(raw);
  }
}
