package dev.muster.records.sql;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Sight;
import java.util.Optional;

/** What somebody may read, as a condition on a column with a cluster's name. */
public final class Seen {

  private Seen() {}

  /** To be given to {@code like any(:sight)}; empty if nothing has to be looked at. */
  public static Optional<ArrayValue> by(Sight sight) {
    return sight.isAll()
        ? Optional.empty()
        : Optional.of(ArrayValue.texts(sight.patterns(), ClusterPattern::like));
  }
}
