package dev.muster.records.autopilot;

import java.util.List;

/** What a watcher has to be told since a version. */
public sealed interface ObjectChanges {

  /**
   * These, oldest first.
   *
   * @param upTo the newest version of the cluster that was looked at
   */
  record Since(List<ObjectChange> changes, long upTo) implements ObjectChanges {
    public Since {
      changes = List.copyOf(changes);
    }
  }

  /** The version is older than what is kept: list again. Kubernetes' 410. */
  record Expired(long oldest) implements ObjectChanges {}
}
