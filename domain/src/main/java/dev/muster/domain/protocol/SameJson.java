package dev.muster.domain.protocol;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Whether two JSON values say the same, however their numbers were read or written: {@code 1},
 * {@code 1.0} and a long 1 are one number, though their nodes are not equal, and what comes back
 * from jsonb has {@code 1e3} as {@code 1000}.
 */
public final class SameJson {

  private static final Comparator<JsonNode> BY_VALUE =
      (left, right) -> {
        Optional<BigDecimal> number = left.decimalValueOpt();
        Optional<BigDecimal> other = right.decimalValueOpt();
        return number.isPresent() && other.isPresent()
            ? number.get().compareTo(other.get())
            : left.equals(right) ? 0 : 1;
      };

  private SameJson() {}

  /** Whether they say the same. */
  public static boolean same(JsonNode left, JsonNode right) {
    return left.equals(BY_VALUE, right);
  }
}
