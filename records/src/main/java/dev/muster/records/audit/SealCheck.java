package dev.muster.records.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the chain over the audit holds.
 *
 * @param sealed links of the chain
 * @param removed entries whose time was over; their seals are there
 * @param unsealed entries that no seal is over yet
 * @param last the newest seal
 * @param faults what does not hold, in the order of the chain; at most a hundred
 */
public record SealCheck(
    long sealed, long removed, long unsealed, Optional<AuditSeal> last, List<Fault> faults) {

  private static final int MOST = 100;

  /**
   * Something that does not hold.
   *
   * @param place from which on
   */
  public record Fault(long place, String what) {}

  public boolean holds() {
    return faults.isEmpty();
  }

  /** Counts while the chain is gone through. For one use by one thread. */
  static final class Tally {

    private final Optional<AuditSeal> kept;
    private final List<Fault> faults = new ArrayList<>();
    private long sealed;
    private long removed;
    private Optional<AuditSeal> last = Optional.empty();
    private boolean keptMet;
    private Optional<AuditEntry> newest = Optional.empty();

    Tally(Optional<AuditSeal> kept) {
      this.kept = kept;
    }

    void seal(AuditSeal expected, AuditSeal found, long seq) {
      sealed++;
      last = Optional.of(found);
      if (expected.place() != found.place()) {
        fault(
            expected.place(),
            "seals %d to %d are missing".formatted(expected.place(), found.place() - 1));
      } else if (!expected.equals(found)) {
        fault(
            found.place(),
            "the seal over entry %d does not follow from the one before".formatted(seq));
      }
      if (kept.filter(seal -> seal.place() == found.place()).isPresent()) {
        keptMet = true;
        if (!kept.get().equals(found)) {
          fault(found.place(), "the seal is not the one that was kept: the chain was made anew");
        }
      }
    }

    void entry(AuditSeal found, AuditEntry entry, String hash) {
      if (!hash.equals(AuditSeal.hashOf(entry))) {
        fault(found.place(), "entry %d was changed after it was sealed".formatted(entry.seq()));
      }
      if (newest.filter(before -> entry.isTooLateAfter(before)).isPresent()) {
        fault(
            found.place(),
            "entry %d of %s was put there after entry %d of %s was sealed"
                .formatted(
                    entry.seq(),
                    entry.entry().at(),
                    newest.get().seq(),
                    newest.get().entry().at()));
      }
      if (newest.filter(before -> before.seq() > entry.seq()).isEmpty()) {
        newest = Optional.of(entry);
      }
    }

    /** One without a seal, where those that were written with it have theirs. */
    void forgotten(long seq) {
      fault(
          last.map(AuditSeal::place).orElse(0L) + 1,
          "entry %d has no seal, and is too old to get one: it was put there later".formatted(seq));
    }

    void missing(AuditSeal found, long seq, boolean isRemoved) {
      if (isRemoved) {
        removed++;
      } else {
        fault(found.place(), "entry %d is missing, and retention did not remove it".formatted(seq));
      }
    }

    SealCheck over(long unsealed) {
      if (kept.isPresent() && !keptMet) {
        fault(
            kept.get().place(),
            "the chain ends before the seal that was kept, at %d".formatted(sealed));
      }
      return new SealCheck(sealed, removed, unsealed, last, List.copyOf(faults));
    }

    private void fault(long place, String what) {
      if (faults.size() < MOST) {
        faults.add(new Fault(place, what));
      }
    }
  }
}
