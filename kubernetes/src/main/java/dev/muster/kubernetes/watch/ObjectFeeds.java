package dev.muster.kubernetes.watch;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.autopilot.ObjectSignals;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/** The feeds of all that is watched: one for each kind in each cluster, while somebody watches. */
public final class ObjectFeeds implements SmartLifecycle {
  private final AutopilotObjects objects;
  private final Map<Watched, Running> feeds = new ConcurrentHashMap<>();
  private volatile boolean running;

  public ObjectFeeds(AutopilotObjects objects) {
    this.objects = objects;
  }

  private record Watched(ClusterName cluster, ObjectKind kind) {}

  private record Running(ObjectFeed feed, ObjectSignals.Subscription subscription) {}

  /** One who watches, until it is closed. */
  public final class Watching implements AutoCloseable {

    private final Watched watched;
    private final ObjectFeed feed;

    private Watching(Watched watched, ObjectFeed feed) {
      this.watched = watched;
      this.feed = feed;
    }

    /** What came after a version, waiting for it as long as it may take. */
    public NextChanges after(long version, Duration atMost) throws InterruptedException {
      return feed.after(version, atMost);
    }

    @Override
    public void close() {
      feed.leave();
      if (feed.isOver()) {
        forget(watched, feed);
      }
    }
  }

  /** Watches from what is there now. */
  public Watching join(ClusterName cluster, ObjectKind kind) {
    Watched watched = new Watched(cluster, kind);
    while (true) {
      Running one = feeds.computeIfAbsent(watched, this::begin);
      if (one.feed().join()) {
        return new Watching(watched, one.feed());
      }
      forget(watched, one.feed());
      if (!running) {
        return new Watching(watched, one.feed());
      }
    }
  }

  private Running begin(Watched watched) {
    ObjectFeed feed =
        new ObjectFeed(
            watched.kind().plural() + " of " + watched.cluster(),
            objects.list(watched.cluster(), watched.kind()).version(),
            version -> objects.since(watched.cluster(), watched.kind(), version));
    ObjectSignals.Subscription subscription = objects.listen(watched.cluster(), feed::touch);
    feed.start();
    if (!running) {
      feed.close();
    }
    return new Running(feed, subscription);
  }

  private void forget(Watched watched, ObjectFeed feed) {
    feeds.computeIfPresent(
        watched,
        (key, one) -> {
          if (one.feed() != feed) {
            return one;
          }
          one.subscription().close();
          return null;
        });
  }

  /** How many kinds in clusters somebody watches. */
  public int size() {
    return feeds.size();
  }

  @Override
  public void start() {
    running = true;
  }

  /** Ends all streams before the web server waits for them. */
  @Override
  public void stop() {
    running = false;
    feeds.values().forEach(one -> one.feed().close());
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
