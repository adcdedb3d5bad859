package dev.muster.activities.cycle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunDecision;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunNext;
import dev.muster.records.Records;
import dev.muster.records.runs.RunOverview;
import dev.muster.records.runs.RunSituations;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which runs are to be told: at once those that have something else to do now than to wait; of the
 * others each at most every two seconds, and of a cluster some a second, so that what they show in
 * Temporal does not grow old.
 */
final class Announcer {

  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int KEPT = 10_000;

  /** Of many runs that wait for their turn each would cost a workflow task every other second. */
  private static final int SHOWN_A_SECOND = 5;

  private final Records records;
  private final Cache<RunId, Instant> told = Caffeine.newBuilder().maximumSize(KEPT).build();

  /** Runs that moved when they had just been told: they are told by a later cycle, moved or not. */
  private final Map<RunId, ClusterName> owed =
      Caffeine.newBuilder().maximumSize(KEPT).<RunId, ClusterName>build().asMap();

  private final Map<ClusterName, Room> rooms = new ConcurrentHashMap<>();

  Announcer(Records records) {
    this.records = records;
  }

  /**
   * Which runs to tell.
   *
   * @param moving those of them that have something else to do now than to wait, as they are
   */
  record Told(Set<RunId> runs, Map<RunId, RunOverview> moving) {}

  /** Called within the transaction, after everything was written. */
  Told toTell(Cluster cluster) {
    Map<RunId, RunOverview> moving =
        new LinkedHashMap<>(
            records.runSituations().of(cluster.finishedNodes(), RunSituations.Applies.ALWAYS));
    moving.values().removeIf(overview -> !hasNext(overview, cluster.now()));
    Set<RunId> runs = new LinkedHashSet<>(moving.keySet());
    cluster.moved().forEach(run -> owed.put(run, cluster.name()));
    owed.keySet().removeAll(moving.keySet());
    Room room = room(cluster);
    Iterator<Map.Entry<RunId, ClusterName>> next = owed.entrySet().iterator();
    while (room.isLeft() && next.hasNext()) {
      Map.Entry<RunId, ClusterName> one = next.next();
      if (one.getValue().equals(cluster.name()) && isDue(one.getKey(), cluster.now())) {
        room.take();
        runs.add(one.getKey());
      }
    }
    owed.keySet().removeAll(runs);
    runs.forEach(run -> told.put(run, cluster.now()));
    return new Told(runs, moving);
  }

  /** How many runs of a cluster may still be told in a second that have nothing else to do. */
  private static final class Room {

    private final Instant since;
    private int left = SHOWN_A_SECOND;

    Room(Instant since) {
      this.since = since;
    }

    boolean isLeft() {
      return left > 0;
    }

    void take() {
      left--;
    }

    boolean isOver(Instant now) {
      return now.isBefore(since) || !now.isBefore(since.plus(SECOND));
    }
  }

  private Room room(Cluster cluster) {
    Instant now = cluster.now();
    return rooms.compute(
        cluster.name(), (name, room) -> room == null || room.isOver(now) ? new Room(now) : room);
  }

  private static boolean hasNext(RunOverview overview, Instant now) {
    ProgressState shown = overview.view().state();
    return switch (RunDecision.next(overview.view(), now)) {
      case RunNext.Await(ProgressState next, var why, var until) -> next != shown;
      case RunNext.AskApproval ask -> true;
      case RunNext.OpenStage open -> true;
      case RunNext.SkipStage skip -> true;
      case RunNext.EndStage end -> true;
      case RunNext.End end -> true;
    };
  }

  private boolean isDue(RunId run, Instant now) {
    Instant last = told.getIfPresent(run);
    // A clock that was set back must not make anybody wait for it.
    return last == null || now.isBefore(last) || !now.isBefore(last.plus(PAUSE));
  }
}
