package dev.muster.records.retention;

/**
 * How much history was removed.
 *
 * @param audit entries of the audit
 */
public record Removed(long runs, long actions, long audit) {

  public static final Removed NOTHING = new Removed(0, 0, 0);

  public Removed and(Removed more) {
    return new Removed(runs + more.runs, actions + more.actions, audit + more.audit);
  }

  public boolean isNothing() {
    return equals(NOTHING);
  }
}
