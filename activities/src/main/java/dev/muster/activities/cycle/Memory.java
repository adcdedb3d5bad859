package dev.muster.activities.cycle;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.changes.Noted;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.fences.Fenced;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * What this process remembers of clusters from one cycle's transaction to the next. It is worth
 * something only if that transaction is the newest that any cycle has made of the cluster, and if
 * nobody else wrote since, but for runs, which are read again; both are asked within the
 * transaction that wants to use it.
 */
final class Memory {

  /** Actions and nodes in all, some 100 to 600 bytes each. */
  private static final int MOST = 400_000;

  private record Kept(UUID transaction, Remembered remembered) {}

  private final Records records;
  private final Recall recall;
  private final Map<ClusterName, Kept> kept = new LinkedHashMap<>();

  Memory(Records records, Recall recall) {
    this.records = records;
    this.recall = recall;
  }

  /** Does the work in one transaction, alone on the cluster; what it leaves is remembered. */
  <T> Fenced<T> alone(Fence fence, Function<Look, T> work) {
    ClusterName cluster = fence.cluster();
    record Done<T>(T result, Look look) {}
    Optional<Kept> before = take(cluster);
    Fenced<Done<T>> fenced =
        records
            .clusterFences()
            .alone(
                fence,
                writes -> {
                  Look look = new Look(cluster, writes, before);
                  return new Done<>(work.apply(look), look);
                });
    return switch (fenced) {
      case Fenced.Written<Done<T>>(Done<T> done) -> {
        done.look().left().ifPresent(left -> keep(cluster, left));
        yield new Fenced.Written<>(done.result());
      }
      case Fenced.Superseded<Done<T>>(String why) -> new Fenced.Superseded<>(why);
      case Fenced.Removed<Done<T>> removed -> new Fenced.Removed<>();
    };
  }

  private synchronized Optional<Kept> take(ClusterName cluster) {
    return Optional.ofNullable(kept.remove(cluster));
  }

  /** What was not used for the longest time is forgotten first. */
  private synchronized void keep(ClusterName cluster, Kept left) {
    kept.put(cluster, left);
    int size = kept.values().stream().mapToInt(one -> one.remembered().size()).sum();
    Iterator<Kept> oldest = kept.values().iterator();
    while (size > MOST) {
      size -= oldest.next().remembered().size();
      oldest.remove();
    }
  }

  /** A transaction that may look at the whole cluster. */
  final class Look {

    private final ClusterName cluster;
    private final CycleWrites writes;
    private Optional<Remembered> remembered;

    private Look(ClusterName cluster, CycleWrites writes, Optional<Kept> before) {
      this.cluster = cluster;
      this.writes = writes;
      this.remembered =
          before
              .filter(one -> writes.after().equals(Optional.of(one.transaction())))
              .map(Kept::remembered);
    }

    CycleWrites writes() {
      return writes;
    }

    /**
     * The cluster as it is within this transaction, before whose end none of its stages is closed.
     */
    Remembered look() {
      CycleWrites.Others others = writes.othersWrote();
      Noted.News news = writes.noted().take();
      Remembered known =
          remembered
              .filter(one -> recall != Recall.COLD && !others.everything() && !news.everything())
              .map(one -> follow(one, news, others.runs()))
              .orElseGet(this::read);
      if (recall == Recall.CHECKED) {
        check(known);
      }
      remembered = Optional.of(known);
      return known;
    }

    private Remembered follow(Remembered known, Noted.News news, Set<RunId> runs) {
      known.changed(runs);
      known.follow(news);
      known.reread(records, cluster);
      known.forgetDone();
      return known;
    }

    private Remembered read() {
      Remembered known = new Remembered();
      known.readAll(records, cluster);
      return known;
    }

    private void check(Remembered known) {
      known
          .difference(read())
          .ifPresent(difference -> {
            throw new IllegalStateException("cluster %s: %s".formatted(cluster, difference));
          });
    }

    /** What is to be remembered of it once it is committed. */
    private Optional<Kept> left() {
      Noted.News news = writes.noted().take();
      return remembered
          .filter(left -> recall != Recall.COLD && !news.everything())
          .filter(left -> {
            left.follow(news);
            return left.isBusy();
          })
          .map(left -> new Kept(writes.own(), left));
    }
  }
}
