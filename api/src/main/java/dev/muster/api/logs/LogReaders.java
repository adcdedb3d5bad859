package dev.muster.api.logs;

import dev.muster.api.events.Followers;
import dev.muster.api.logs.LogReader.Permit;
import dev.muster.api.logs.LogReader.Until;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.records.Records;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;

/**
 * All readers of logs, each on the virtual thread of its request. Stops before the web server does,
 * so that none holds up a shut-down.
 */
public final class LogReaders implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(LogReaders.class);

  private final Records records;
  private final Followers followers;
  private final Clock clock;
  private volatile boolean running;

  public LogReaders(Records records, Followers followers, Clock clock) {
    this.records = records;
    this.followers = followers;
    this.clock = clock;
  }

  /** How somebody wants to have logs. */
  record Wanted(Until until, Form form, LogSink.Prefix prefix) {

    /**
     * By the request: text unless it asks for events, or follows without a word.
     *
     * @param accept the header's values, of which a request may have several
     */
    static Wanted of(Until until, List<String> accept, LogSink.Prefix prefix) {
      String types = String.join(",", accept);
      boolean events =
          types.contains(MediaType.TEXT_EVENT_STREAM_VALUE)
              || (until == Until.THE_END && !types.contains(MediaType.TEXT_PLAIN_VALUE));
      return new Wanted(until, events ? Form.EVENTS : Form.TEXT, prefix);
    }
  }

  /** What an answer is. */
  enum Form {
    EVENTS,
    TEXT
  }

  /**
   * Answers a request; returns when its answer is complete, or its reader has gone.
   *
   * @throws dev.muster.api.problems.ProblemException if one more is too many for who asks
   */
  void answer(LogsOf which, Wanted wanted, HttpServletResponse response) {
    Runnable leave = followers.join();
    try {
      send(which, wanted, response);
    } finally {
      leave.run();
    }
  }

  private void send(LogsOf which, Wanted wanted, HttpServletResponse response) {
    boolean events = wanted.form() == Form.EVENTS;
    response.setContentType(
        events ? MediaType.TEXT_EVENT_STREAM_VALUE : MediaType.TEXT_PLAIN_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("X-Accel-Buffering", "no");
    Permit permit = permit();
    try {
      LogSink sink =
          events
              ? LogSink.events(response.getOutputStream())
              : LogSink.text(response.getOutputStream(), wanted.prefix());
      new LogReader(records.actionLogs(), which, sink, clock).read(wanted.until(), permit);
    } catch (IOException gone) {
      LOG.debug("A reader of logs has gone");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A stream must not outlive what opened it. */
  private Permit permit() {
    Optional<ProvenIdentity> who = ProvenIdentity.current();
    return () -> running && who.filter(ProvenIdentity::stillHolds).isPresent();
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
