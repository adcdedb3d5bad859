package dev.muster.connections.attributes;

import java.util.SortedSet;

/** What the engine says of our search attributes. */
sealed interface AttributesAnswer {

  /** All are there and can be searched for. */
  record Usable() implements AttributesAnswer {}

  /** All are registered; some part of the engine has not heard of it yet. */
  record Spreading() implements AttributesAnswer {}

  /** It knows of no search attributes at all, as the embedded engine does. */
  record Unsupported() implements AttributesAnswer {}

  /** Some are missing, and it does not let us register them. */
  record Refused(SortedSet<String> missing, String why) implements AttributesAnswer {}

  /** It does not answer, or not as an engine that can be used; why, and what to do. */
  record Away(String why) implements AttributesAnswer {}
}
