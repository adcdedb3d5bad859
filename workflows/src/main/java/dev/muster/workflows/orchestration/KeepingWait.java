package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.stall.Backoff;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.waiting.Alarm;
import dev.muster.workflows.waiting.Alarms;
import dev.muster.workflows.waiting.Reason;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Waits without ever cancelling anything: a watch goes on beside the cycles that other work makes,
 * and ends by itself. There is one watch at a time. It is the timer too, unless the next cycle is
 * due before it ends.
 */
final class KeepingWait implements CycleWait {

  /** A review that is due already must not make a loop without a pause. */
  static final Duration SHORTEST = Duration.ofMillis(100);

  private final ClusterName cluster;
  private final Agenda agenda;
  private final Loop loop;
  private final Alarms alarms = new Alarms();
  private final Backoff backoff = new Backoff();
  private Optional<ClusterWatch> watch = Optional.empty();

  /** After a watch that failed: when a cycle looks at everything, before the next watch. */
  private Optional<Instant> retryAt = Optional.empty();

  KeepingWait(ClusterName cluster, Agenda agenda, Loop loop) {
    this.cluster = cluster;
    this.agenda = agenda;
    this.loop = loop;
  }

  @Override
  public boolean isWatching() {
    return watch.isPresent();
  }

  @Override
  public void forWork(CycleReport report, Instant due, Trigger atTheEnd) {
    boolean worthWatching = report.watchable();
    takeWhatTheWatchSaw();
    while (!loop.hasWork()) {
      alarms.silence();
      Instant end = retryAt.filter(at -> at.isBefore(due)).orElse(due);
      Duration rest = Duration.between(Alarm.now(), end);
      if (rest.compareTo(SHORTEST) < 0) {
        agenda.all(retryAt.isPresent() ? Trigger.INTERVAL : atTheEnd);
        retryAt = Optional.empty();
        return;
      }
      if (worthWatching && watch.isEmpty() && retryAt.isEmpty()) {
        watch = Optional.of(new ClusterWatch(cluster, rest, report.figures().unfinished()));
      }
      if (watch.filter(one -> !one.until().isAfter(end)).isEmpty()) {
        alarms.ringBy(end, name(atTheEnd));
      }
      show(report, end, atTheEnd);
      Workflow.await(() -> loop.hasWork() || isWatchOver() || alarms.isRinging());
      worthWatching &= takeWhatTheWatchSaw();
    }
  }

  private boolean isWatchOver() {
    return watch.filter(ClusterWatch::isOver).isPresent();
  }

  /** Whether to watch on: not when the watch found nothing to look at and ended early. */
  private boolean takeWhatTheWatchSaw() {
    if (!isWatchOver()) {
      return true;
    }
    ClusterWatch over = watch.orElseThrow();
    watch = Optional.empty();
    try {
      List<NodeId> changed = over.changed();
      agenda.changed(changed);
      backoff.reset();
      return !changed.isEmpty() || !Alarm.now().plus(SHORTEST).isBefore(over.until());
    } catch (ActivityFailure e) {
      loop.watchFailed(Reason.of(e));
      retryAt = Optional.of(Alarm.now().plus(backoff.next()));
      return true;
    }
  }

  private void show(CycleReport report, Instant end, Trigger atTheEnd) {
    loop.show(
        watch.isPresent()
            ? "watches agents with %d unfinished actions".formatted(report.figures().unfinished())
            : "waits until %s (%s)".formatted(end.truncatedTo(ChronoUnit.SECONDS), name(atTheEnd)));
  }

  private static String name(Trigger atTheEnd) {
    return atTheEnd == Trigger.REVIEW ? "review" : "next cycle";
  }
}
