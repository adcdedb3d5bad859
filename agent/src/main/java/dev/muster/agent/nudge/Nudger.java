package dev.muster.agent.nudge;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.settings.NudgeSettings;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Posts {@code {"nodes": [NODE]}} when an action changed: at most once every 100 ms, from a thread
 * of its own, and a nudge that fails is dropped, because the next cycle comes anyway.
 */
public final class Nudger implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int TIMEOUT_MS = 2000;

  private final String node;
  private final Optional<NudgeSettings> settings;
  private final Semaphore due = new Semaphore(0);
  private final LongAdder arrived = new LongAdder();
  private final Thread thread;
  private boolean failing;

  /** Nudges nobody if there are no settings. */
  public Nudger(String node, Optional<NudgeSettings> settings) {
    this.node = node;
    this.settings = settings;
    this.thread = Thread.ofVirtual().name("nudger").unstarted(this::run);
  }

  /** Begins. */
  public void start() {
    if (settings.isPresent()) {
      thread.start();
    }
  }

  /** This action changed. */
  public void changed(StoredAction action) {
    boolean worth =
        settings
            .map(given ->
                switch (given.which()) {
                  case DIRECT -> action.isDirect();
                  case ALL -> true;
                })
            .orElse(false);
    if (worth) {
      due.release();
    }
  }

  /** How many arrived. */
  public long arrived() {
    return arrived.sum();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        due.acquire();
        due.drainPermits();
        settings.ifPresent(this::post);
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(NudgeSettings given) {
    try {
      HttpURLConnection connection = (HttpURLConnection) given.url().toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      given
          .token()
          .ifPresent(token -> connection.setRequestProperty("Authorization", "Bearer " + token));
      try (OutputStream body = connection.getOutputStream()) {
        body.write(WireFormat.JSON.writeValueAsBytes(Map.of("nodes", List.of(node))));
      }
      int status = connection.getResponseCode();
      if (status >= 300) {
        throw new IOException("HTTP " + status);
      }
      connection.getInputStream().close();
      arrived.increment();
      failing = false;
    } catch (IOException failed) {
      if (!failing) {
        Journal.warn("nudges do not arrive (said once until one does)", failed);
      }
      failing = true;
    }
  }
}
