package dev.muster.agent.store;

import java.io.IOException;

/** Takes a snapshot as it is read. */
public interface SnapshotReader {

  /** First, once. */
  void begin(long cursor, long completeSince) throws IOException;

  /** Then each action: the unfinished ones, the running one first; then those that finished. */
  void action(StoredAction action) throws IOException;
}
