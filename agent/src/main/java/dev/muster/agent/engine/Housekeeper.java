package dev.muster.agent.engine;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import dev.muster.agent.store.StoreRetention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Forgets finished actions that are too old, with their folders: at the start and every hour. */
public final class Housekeeper implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofHours(1);

  private final ActionStore store;
  private final ActionFolders folders;
  private final StoreRetention retention;
  private final Thread thread;

  /** The housekeeper of this store. */
  public Housekeeper(ActionStore store, ActionFolders folders, StoreRetention retention) {
    this.store = store;
    this.folders = folders;
    this.retention = retention;
    this.thread = Thread.ofVirtual().name("housekeeper").unstarted(this::run);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  /** Forgets everything that is too old now. */
  public void tidy() {
    List<UUID> forgotten;
    do {
      forgotten = store.purge(retention);
      folders.forget(forgotten);
    } while (!forgotten.isEmpty());
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        try {
          tidy();
          folders.trim(Instant.now());
        } catch (StoreException failed) {
          Journal.warn("old actions are not deleted", failed);
        }
        Thread.sleep(INTERVAL);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
