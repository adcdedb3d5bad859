package dev.muster.records.autopilot;

/**
 * A change of an object, for watchers.
 *
 * @param object as it was after the change; of a DELETED one, as it was last, under the version of
 *     the deletion
 */
public record ObjectChange(Type type, StoredObject object) {

  /** Kubernetes' words. */
  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }
}
