package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.kubernetes.objects.ListQuery.Bookmarks;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.watch.NextChanges;
import dev.muster.kubernetes.watch.ObjectFeeds;
import dev.muster.kubernetes.watch.ObjectFeeds.Watching;
import dev.muster.kubernetes.watch.ToldChange;
import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.ObjectChanges;
import dev.muster.records.autopilot.ObjectPage;
import dev.muster.records.autopilot.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One watch: what is there if that is asked for, then each change, once and in its order, until the
 * time is up, who watches may not any more, or has gone.
 */
final class WatchAnswer {

  /** Nothing but a line end this often finds those who left. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final Duration BOOKMARK = Duration.ofMinutes(1);

  /** As long as a watch lasts of which nobody said how long. */
  private static final Duration LONGEST = Duration.ofMinutes(45);

  private final AutopilotObjects objects;
  private final ObjectFeeds feeds;
  private final ClusterName cluster;
  private final CustomResource resource;
  private final ListQuery query;
  private final SeenObjects seen;

  /**
   * @param query that asks for a watch
   */
  WatchAnswer(
      AutopilotObjects objects,
      ObjectFeeds feeds,
      ClusterName cluster,
      CustomResource resource,
      ListQuery query) {
    this.objects = objects;
    this.feeds = feeds;
    this.cluster = cluster;
    this.resource = resource;
    this.query = query;
    this.seen = new SeenObjects(query.selection());
  }

  /**
   * Streams it.
   *
   * @param stillMay whether who asked may go on to see it
   */
  void stream(WatchEvents out, BooleanSupplier stillMay) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + query.timeout().orElse(LONGEST).toNanos();
    try (Watching watching = feeds.join(cluster, resource.kind())) {
      Optional<Long> at = begin(out);
      out.flush();
      long marked = System.nanoTime();
      while (at.isPresent()) {
        long left = deadline - System.nanoTime();
        if (left <= 0 || !stillMay.getAsBoolean()) {
          return;
        }
        long before = at.get();
        boolean last = left < HEARTBEAT.toNanos();
        Duration wait = last ? Duration.ofNanos(left) : HEARTBEAT;
        at = told(watching.after(before, wait), before, out);
        boolean due = System.nanoTime() - marked > BOOKMARK.toNanos();
        if (due && at.isPresent() && query.bookmarks() == Bookmarks.WANTED) {
          out.bookmark(at.get());
          marked = System.nanoTime();
        } else if (!last) {
          out.stillHere();
        }
        out.flush();
      }
    }
  }

  /** The version from which it goes on; empty if it is over already. */
  private Optional<Long> begin(WatchEvents out) throws IOException {
    boolean any = query.version().orElse(0L) == 0;
    ObjectPage page = objects.list(cluster, resource.kind());
    if (query.initial().orElse(any)) {
      query
          .version()
          .filter(asked -> asked > page.version())
          .ifPresent(asked -> {
            throw new dev.muster.kubernetes.status.StatusException(
                ListQuery.tooLarge(asked, page.version()));
          });
      for (StoredObject object : seen.begin(page.objects())) {
        out.change(ToldChange.of(ObjectChange.Type.ADDED, object));
      }
      if (query.bookmarks() == Bookmarks.WANTED) {
        out.initialEnd(page.version());
      }
      return Optional.of(page.version());
    }
    long from = any ? page.version() : query.version().orElse(0L);
    seen.begin(page.objects());
    if (from >= page.version() || !query.selection().asksForLabels()) {
      return Optional.of(from);
    }
    return switch (objects.since(cluster, resource.kind(), from)) {
      case ObjectChanges.Since since -> {
        since.changes().forEach(change -> seen.forget(change.object()));
        yield Optional.of(from);
      }
      case ObjectChanges.Expired expired -> tooOld(from, expired, out);
    };
  }

  private Optional<Long> told(NextChanges next, long from, WatchEvents out) throws IOException {
    return switch (next) {
      case NextChanges.Over over -> Optional.empty();
      case NextChanges.Told(List<ToldChange> changes, long upTo) ->
          Optional.of(tell(changes, upTo, out));
      case NextChanges.Behind behind ->
          switch (objects.since(cluster, resource.kind(), from)) {
            case ObjectChanges.Since(List<ObjectChange> changes, long upTo) ->
                Optional.of(tell(changes.stream().map(ToldChange::of).toList(), upTo, out));
            case ObjectChanges.Expired expired -> tooOld(from, expired, out);
          };
    };
  }

  private long tell(List<ToldChange> changes, long upTo, WatchEvents out) throws IOException {
    for (ToldChange change : changes) {
      Optional<ToldChange> told = seen.next(change);
      if (told.isPresent()) {
        out.change(told.get());
      }
    }
    return upTo;
  }

  private static Optional<Long> tooOld(long from, ObjectChanges.Expired expired, WatchEvents out)
      throws IOException {
    out.error(
        KubeStatus.plain(
            410, "Expired", "too old resource version: %d (%d)".formatted(from, expired.oldest())));
    return Optional.empty();
  }
}
