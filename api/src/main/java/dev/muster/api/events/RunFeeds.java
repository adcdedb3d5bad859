package dev.muster.api.events;

import dev.muster.domain.run.RunId;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Listening;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The feeds of all followed runs, woken by what PostgreSQL notifies over one connection for the
 * whole process. Stops before the web server does, so that no follower holds up a shut-down.
 */
public final class RunFeeds implements SmartLifecycle {

  /** What starts listening; the same for tests as for a database. */
  @FunctionalInterface
  public interface Notifications {
    Listening listen(java.util.function.Consumer<Changes.Change<RunId>> consumer);
  }

  private final RunSource source;
  private final Notifications notifications;
  private final ConcurrentHashMap<RunId, Feed> feeds = new ConcurrentHashMap<>();
  private volatile @Nullable Listening listening;

  public RunFeeds(RunSource source, Notifications notifications) {
    this.source = source;
    this.notifications = notifications;
  }

  /** A feed of the run with one more follower, who must {@link #leave} it. */
  Feed follow(RunId run) {
    Feed joined =
        feeds.compute(
            run,
            (id, known) -> {
              if (known != null && known.join()) {
                return known;
              }
              Feed fresh = new Feed(id, source);
              fresh.join();
              fresh.start();
              return fresh;
            });
    if (!isRunning()) {
      joined.close();
    }
    return joined;
  }

  void leave(Feed feed) {
    feed.leave();
    feeds.computeIfPresent(feed.run(), (id, known) -> known.isOver() ? null : known);
  }

  /** How many runs are followed. */
  public int size() {
    return feeds.size();
  }

  private void hear(Changes.Change<RunId> change) {
    switch (change) {
      case Changes.Change.Of<RunId>(RunId run) -> {
        Feed feed = feeds.get(run);
        if (feed != null) {
          feed.touch();
        }
      }
      case Changes.Change.Unknown<RunId>() -> feeds.values().forEach(Feed::touch);
    }
  }

  @Override
  public void start() {
    listening = notifications.listen(this::hear);
  }

  @Override
  public void stop() {
    Listening ending = listening;
    listening = null;
    if (ending != null) {
      ending.close();
    }
    feeds.values().forEach(Feed::close);
  }

  @Override
  public boolean isRunning() {
    return listening != null;
  }
}
