package dev.muster.cli.rest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events that outlive connections: a lost one is made again, after a pause that grows
 * from a quarter of a second to five. Silence for longer than the server's heartbeats allow counts
 * as a loss.
 */
public final class EventStream implements AutoCloseable {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Who is slow makes the server wait, not this process grow. */
  private static final int AHEAD = 16;

  private final MusterApi api;
  private final ApiPath path;
  private final Duration silence;
  private final BlockingQueue<StreamSignal> signals = new LinkedBlockingQueue<>(AHEAD);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable InputStream> connection = new AtomicReference<>();
  private volatile long heardNanos;
  private volatile boolean silent;

  /**
   * Begins to listen.
   *
   * @param silence how long the server may say nothing, its heartbeats included
   */
  public static EventStream open(MusterApi api, ApiPath path, Duration silence) {
    EventStream stream = new EventStream(api, path, silence);
    Thread.ofVirtual().name("events").start(stream::listen);
    return stream;
  }

  private EventStream(MusterApi api, ApiPath path, Duration silence) {
    this.api = api;
    this.path = path;
    this.silence = silence;
  }

  /** The next signal, or none within {@code wait}. */
  public Optional<StreamSignal> next(Duration wait) throws InterruptedException {
    StreamSignal signal = signals.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
    if (signal == null && System.nanoTime() - heardNanos > silence.toNanos()) {
      silent = true;
      disconnect();
    }
    return Optional.ofNullable(signal);
  }

  @Override
  public void close() {
    closed.countDown();
    disconnect();
  }

  private void listen() {
    Duration pause = FIRST_PAUSE;
    while (closed.getCount() > 0) {
      try {
        InputStream stream = api.open(path);
        pause = FIRST_PAUSE;
        read(stream);
        put(lost("the server closed the connection"));
      } catch (ApiFailure refused) {
        put(new StreamSignal.Refused(refused));
        return;
      } catch (IOException e) {
        put(lost(why(e)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      if (closedWithin(pause)) {
        return;
      }
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    }
  }

  private void read(InputStream stream) throws IOException {
    heardNanos = System.nanoTime();
    silent = false;
    connection.set(stream);
    put(new StreamSignal.Connected());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      EventParser parser = new EventParser();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heardNanos = System.nanoTime();
        Optional<StreamSignal.Event> event = parser.line(line);
        if (event.isPresent()) {
          put(event.get());
          heardNanos = System.nanoTime();
        }
      }
    } finally {
      connection.set(null);
    }
  }

  /** Waits for room; nobody takes anything any more from a stream that is closed. */
  private void put(StreamSignal signal) {
    boolean taken = false;
    try {
      while (!taken && closed.getCount() > 0) {
        taken = signals.offer(signal, LOOK.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private StreamSignal lost(String why) {
    return new StreamSignal.Lost(silent ? "the server went silent" : why);
  }

  private String why(IOException e) {
    return e instanceof java.net.ConnectException
        ? "nothing listens at " + api.server()
        : Optional.ofNullable(e.getMessage())
            .filter(message -> !message.equals("closed"))
            .orElse("the connection broke");
  }

  private boolean closedWithin(Duration pause) {
    try {
      return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void disconnect() {
    InputStream open = connection.getAndSet(null);
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // It is given up anyway, and the reader sees that by itself.
        heardNanos = System.nanoTime();
      }
    }
  }
}
