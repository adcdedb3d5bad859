package dev.muster.agent.k0s;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.settings.K0sSettings;
import dev.muster.agent.settings.ServiceSettings;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Which version of k0s runs on this node, for what the agent says of it: looked at once a minute,
 * and whenever an action ended. Where it cannot be told, the last one that was stands.
 */
public final class K0sVersionWatch implements AutoCloseable {

  /** The attribute of the node. */
  public static final String ATTRIBUTE = "k0s.version";

  private static final Duration EVERY = Duration.ofMinutes(1);

  private final K0sSettings settings;
  private final ServiceSettings service;
  private final ActionStore store;
  private final Semaphore now = new Semaphore(0);
  private final Thread thread;
  private volatile Map<String, String> attributes = Map.of();
  private Optional<String> trouble = Optional.empty();

  private K0sVersionWatch(K0sSettings settings, ServiceSettings service, ActionStore store) {
    this.settings = settings;
    this.service = service;
    this.store = store;
    this.thread = Thread.ofVirtual().name("k0s version").unstarted(this::run);
  }

  /** Begins to look; another version is a change for those who follow the agent. */
  public static K0sVersionWatch start(
      K0sSettings settings, ServiceSettings service, ActionStore store) {
    K0sVersionWatch watch = new K0sVersionWatch(settings, service, store);
    watch.thread.start();
    return watch;
  }

  /** What it last saw; empty before that. */
  public Map<String, String> attributes() {
    return attributes;
  }

  /** Looks soon: another one may run. */
  public void lookSoon() {
    now.release();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        look();
        if (now.tryAcquire(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
          now.drainPermits();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      Map<String, String> seen = Map.of(ATTRIBUTE, K0sBinary.of(settings, service).version());
      boolean changed = !seen.equals(attributes);
      attributes = seen;
      trouble = Optional.empty();
      if (changed) {
        store.touch();
      }
    } catch (StoreException failed) {
      Journal.warn("another version of k0s runs, and nobody who waits is told", failed);
    } catch (IOException unknown) {
      Optional<String> why = Optional.of(String.valueOf(unknown.getMessage()));
      if (!why.equals(trouble)) {
        Journal.warn("which version of k0s runs is not known", unknown);
      }
      trouble = why;
    } catch (RuntimeException bug) {
      Journal.warn("which version of k0s runs cannot be looked at", bug);
    }
  }
}
