package dev.muster.domain.action;

import java.util.Comparator;
import java.util.UUID;

/** The order of UUIDs by their text, as PostgreSQL has it, without making the texts. */
public final class UuidOrder {

  /** Java's own order takes the halves as signed numbers. */
  public static final Comparator<UUID> BY_TEXT =
      (one, other) -> {
        int byFirstHalf =
            Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return byFirstHalf != 0
            ? byFirstHalf
            : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
      };

  private UuidOrder() {}
}
