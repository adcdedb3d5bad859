package dev.muster.domain.retention;

import dev.muster.domain.cluster.Bounds;
import java.util.Optional;

/**
 * How long the history of a cluster is kept.
 *
 * @param runs runs with all that belongs to them, and actions of no run
 * @param atLeast so many of the newest runs stay, however old they are
 * @param audit entries of the audit, beyond what they are about
 * @param exportedOnly whether nothing goes that no worker has exported
 */
public record RetentionRule(KeptFor runs, int atLeast, KeptFor audit, boolean exportedOnly) {

  public static final Bounds<Integer> AT_LEAST = new Bounds<>(0, 1_000_000);

  /** What holds where nobody said anything: nothing is removed. */
  public static final RetentionRule KEEP_ALL =
      new RetentionRule(KeptFor.EVER, 0, KeptFor.EVER, false);

  /**
   * @throws IllegalArgumentException if a value is not within its bounds
   */
  public RetentionRule {
    AT_LEAST.require("atLeast", atLeast);
  }

  /** This rule, changed where something is given. */
  public RetentionRule with(
      Optional<KeptFor> runs,
      Optional<Integer> atLeast,
      Optional<KeptFor> audit,
      Optional<Boolean> exportedOnly) {
    return new RetentionRule(
        runs.orElse(this.runs),
        atLeast.orElse(this.atLeast),
        audit.orElse(this.audit),
        exportedOnly.orElse(this.exportedOnly));
  }

  /** Whether it lets nothing go. */
  public boolean keepsAll() {
    return runs.equals(KeptFor.EVER) && audit.equals(KeptFor.EVER);
  }
}
