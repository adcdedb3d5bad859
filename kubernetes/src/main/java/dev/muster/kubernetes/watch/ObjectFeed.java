package dev.muster.kubernetes.watch;

import dev.muster.api.events.SharedReader;
import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.ObjectChanges;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;

/**
 * What changes of one kind in one cluster, while somebody watches it: each takes what came since
 * the version that it knows. What a slow one has not taken is soon forgotten here, and it reads for
 * itself.
 */
final class ObjectFeed {

  /**
   * Reading may take a third of the time. What time brings, such as a deadline, is told by nobody.
   */
  private static final SharedReader.Pace PACE =
      new SharedReader.Pace(Duration.ofMillis(150), 2, Duration.ofSeconds(2));

  /** Changes that are kept for those who are a little behind, and how much they may be. */
  static final int MOST = 200;

  private static final int MOST_CHARACTERS = 4 << 20;

  private final SharedReader reader;

  // Guarded by the reader; written by its thread alone.
  private final Deque<ToldChange> kept = new ArrayDeque<>();
  private int characters;
  private long floor;
  private long upTo;

  /**
   * @param name for people
   * @param version from which on
   * @param source what changed since a version
   */
  ObjectFeed(String name, long version, LongFunction<ObjectChanges> source) {
    this.floor = version;
    this.upTo = version;
    this.reader = new SharedReader(name, PACE, () -> publish(source.apply(upTo)));
  }

  void start() {
    reader.start();
  }

  /** As {@link SharedReader#join}. */
  boolean join() {
    return reader.join();
  }

  /** As {@link SharedReader#leave}. */
  void leave() {
    reader.leave();
  }

  /** Something changed, or may have. */
  void touch() {
    reader.touch();
  }

  void close() {
    reader.close();
  }

  boolean isOver() {
    return reader.isOver();
  }

  /** What came after a version, waiting for it as long as it may take; nothing if none came. */
  NextChanges after(long version, Duration atMost) throws InterruptedException {
    return reader.await(() -> version < floor || hasAfter(version), atMost, () -> next(version));
  }

  private boolean hasAfter(long version) {
    return !kept.isEmpty() && kept.getLast().version() > version;
  }

  private NextChanges next(long version) {
    if (reader.isOver()) {
      return new NextChanges.Over();
    }
    if (version < floor) {
      return new NextChanges.Behind();
    }
    return new NextChanges.Told(
        kept.stream().filter(told -> told.version() > version).toList(), Math.max(version, upTo));
  }

  private void publish(ObjectChanges read) {
    switch (read) {
      // Whoever watches looks for itself, and is told to list again.
      case ObjectChanges.Expired expired -> reader.close();
      case ObjectChanges.Since(List<ObjectChange> changes, long newest) ->
          reader.publish(() -> {
            changes.forEach(this::keep);
            upTo = Math.max(upTo, newest);
          });
    }
  }

  private void keep(ObjectChange change) {
    ToldChange told = ToldChange.of(change);
    kept.addLast(told);
    characters += told.json().length();
    while (kept.size() > MOST || (characters > MOST_CHARACTERS && kept.size() > 1)) {
      ToldChange gone = kept.removeFirst();
      characters -= gone.json().length();
      floor = gone.version();
    }
  }
}
