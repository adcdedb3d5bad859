package dev.muster.kubernetes.objects;

import dev.muster.domain.protocol.WireFormat;
import java.security.SecureRandom;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Names that are drawn, for objects of which only the beginning of the name is said. */
final class FreshNames {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Without vowels, so that no word comes out. */
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int DRAWN = 5;
  private static final int LONGEST_START = 253 - DRAWN;

  private FreshNames() {}

  /** With a name, if it has none and says how it begins. */
  static ObjectNode named(ObjectNode object) {
    ObjectNode named = object.deepCopy();
    if (name(named).isEmpty() && !start(named).isEmpty()) {
      redraw(named);
    }
    return named;
  }

  /** Whether its name was drawn. */
  static boolean isDrawn(ObjectNode object) {
    String start = start(object);
    return !start.isEmpty()
        && name(object).startsWith(start)
        && name(object).length() == start.length() + DRAWN;
  }

  static void redraw(ObjectNode object) {
    String start = start(object);
    String drawn =
        RANDOM
            .ints(DRAWN, 0, LETTERS.length())
            .mapToObj(at -> LETTERS.substring(at, at + 1))
            .collect(Collectors.joining());
    object
        .withObject("metadata")
        .set("name", WireFormat.JSON.getNodeFactory().stringNode(start + drawn));
  }

  private static String start(ObjectNode object) {
    String start = object.path("metadata").path("generateName").asString("");
    return start.substring(0, Math.min(LONGEST_START, start.length()));
  }

  private static String name(ObjectNode object) {
    return object.path("metadata").path("name").asString("");
  }
}
