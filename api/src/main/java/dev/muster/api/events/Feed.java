package dev.muster.api.events;

import dev.muster.domain.run.RunId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A followed run: every follower takes the newest frame, so a slow one skips frames and holds up
 * nobody.
 */
final class Feed {

  /**
   * Five frames a second at most; a run of a thousand nodes takes a while to read, and reading is
   * to take a fifth of the time; the safety net for a notification that got lost.
   */
  private static final SharedReader.Pace PACE =
      new SharedReader.Pace(Duration.ofMillis(200), 4, Duration.ofSeconds(5));

  private final RunId run;
  private final SharedReader reader;

  /** Guarded by the reader. */
  private @Nullable Frame latest;

  Feed(RunId run, RunSource source) {
    this.run = run;
    this.reader = new SharedReader("run " + run, PACE, () -> publish(source.read(run)));
  }

  void start() {
    reader.touch();
    reader.start();
  }

  RunId run() {
    return run;
  }

  /** As {@link SharedReader#join}. */
  boolean join() {
    return reader.join();
  }

  /** As {@link SharedReader#leave}. */
  void leave() {
    reader.leave();
  }

  /** The run changed, or may have. */
  void touch() {
    reader.touch();
  }

  /** Ends it; followers get the frame that they have not seen yet, then no more. */
  void close() {
    reader.close();
  }

  boolean isOver() {
    return reader.isOver();
  }

  /** The newest frame if it is newer than {@code number}, waiting for it as long as it takes. */
  Optional<Frame> after(long number, Duration atMost) throws InterruptedException {
    return reader.await(() -> newer(number).isPresent(), atMost, () -> newer(number));
  }

  private Optional<Frame> newer(long number) {
    return Optional.ofNullable(latest).filter(frame -> frame.number() > number);
  }

  private void publish(Optional<RunSource.Snapshot> snapshot) {
    snapshot.ifPresent(now -> reader.publish(() -> show(now)));
    if (snapshot.filter(now -> !now.last()).isEmpty()) {
      reader.close();
    }
  }

  private void show(RunSource.Snapshot now) {
    if (latest == null || !latest.json().equals(now.json())) {
      latest = new Frame(latest == null ? 1 : latest.number() + 1, now.json(), now.last());
    }
  }
}
