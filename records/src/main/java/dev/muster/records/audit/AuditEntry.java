package dev.muster.records.audit;

import java.time.Duration;

/**
 * An entry of the audit.
 *
 * @param seq grows with each entry
 */
public record AuditEntry(long seq, NewAuditEntry entry) {

  /** No transaction is open for so long. */
  private static final Duration LONGEST = Duration.ofMinutes(15);

  /**
   * Whether it cannot have been written with its number and its time if the other one was sealed
   * before it: a transaction that ends late has an older number, but no time of long before.
   */
  boolean isTooLateAfter(AuditEntry sealed) {
    return seq < sealed.seq && entry.at().isBefore(sealed.entry().at().minus(LONGEST));
  }
}
