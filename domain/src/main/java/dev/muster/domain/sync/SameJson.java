package dev.muster.domain.sync;

import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/**
 * Whether two JSON values say the same, however their numbers were read: {@code 1}, {@code 1.0} and
 * a long 1 are one number, though their nodes are not equal.
 */
final class SameJson {

  private static final Comparator<JsonNode> BY_VALUE =
      (left, right) -> {
        if (left.isNumber() && right.isNumber()) {
          return left.decimalValue().compareTo(right.decimalValue());
        }
        return left.equals(right) ? 0 : 1;
      };

  private SameJson() {}

  static boolean same(JsonNode left, JsonNode right) {
    return left.equals(BY_VALUE, right);
  }
}
