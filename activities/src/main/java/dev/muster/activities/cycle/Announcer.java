package dev.muster.activities.cycle;

import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunDecision;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunStep;
import dev.muster.records.Records;
import dev.muster.records.runs.RunOverview;
import dev.muster.records.runs.RunViews;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Which runs are to be told: at once those that have something else to do now than to wait, the
 * others every two seconds, so that what they show does not grow old.
 */
final class Announcer {

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int KEPT = 10_000;

  private final Records records;
  private final Map<RunId, Long> told = new ConcurrentHashMap<>();

  Announcer(Records records) {
    this.records = records;
  }

  /** Called within the transaction, after everything was written. */
  Set<RunId> toTell(Cluster cluster) {
    Set<RunId> runs = new LinkedHashSet<>();
    Map<RunId, RunOverview> views =
        records.runViews().of(cluster.finishedNodes(), RunViews.Applies.ALWAYS);
    views.forEach((run, overview) -> {
      if (hasNext(overview, cluster.now())) {
        runs.add(run);
      }
    });
    for (RunId run : cluster.moved()) {
      if (isDue(run)) {
        runs.add(run);
      }
    }
    long now = System.nanoTime();
    if (told.size() > KEPT) {
      told.clear();
    }
    runs.forEach(run -> told.put(run, now));
    return runs;
  }

  private static boolean hasNext(RunOverview overview, Instant now) {
    ProgressState shown = overview.view().state();
    return switch (RunDecision.next(overview.view(), now)) {
      case RunStep.Await(ProgressState next, var why, var until) -> next != shown;
      case RunStep.AskApproval ask -> true;
      case RunStep.OpenStage open -> true;
      case RunStep.SkipStage skip -> true;
      case RunStep.EndStage end -> true;
      case RunStep.End end -> true;
    };
  }

  private boolean isDue(RunId run) {
    Long last = told.get(run);
    return last == null || System.nanoTime() - last >= PAUSE_NANOS;
  }
}
