package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.stall.Backoff;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.waiting.Alarm;
import dev.muster.workflows.waiting.Patch;
import dev.muster.workflows.waiting.Reason;
import io.temporal.failure.ActivityFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Gives up the watch and the alarm as soon as there is work, by cancelling them. Only for
 * executions that began before {@link Patch#WAITS_END_BY_THEMSELVES}; goes with them.
 */
final class CancellingWait implements CycleWait {

  private final ClusterName cluster;
  private final Agenda agenda;
  private final Loop loop;
  private final Backoff backoff = new Backoff();

  CancellingWait(ClusterName cluster, Agenda agenda, Loop loop) {
    this.cluster = cluster;
    this.agenda = agenda;
    this.loop = loop;
  }

  @Override
  public boolean isWatching() {
    return false;
  }

  @Override
  public void forWork(CycleReport report, Instant due, Trigger atTheEnd) {
    if (loop.hasWork()) {
      return;
    }
    Duration time = Duration.between(Alarm.now(), due);
    if (report.watchable()) {
      watch(report, time);
    }
    Duration rest = Duration.between(Alarm.now(), due);
    if (!loop.hasWork() && rest.compareTo(KeepingWait.SHORTEST) >= 0) {
      idle(rest, due, atTheEnd);
    }
    if (!loop.hasWork()) {
      agenda.all(atTheEnd);
    }
  }

  private void watch(CycleReport report, Duration time) {
    loop.show("watches agents with %d unfinished actions".formatted(report.figures().unfinished()));
    ClusterWatch watch = new ClusterWatch(cluster, time, report.figures().unfinished());
    watch.await(loop::hasWork);
    if (!watch.isOver()) {
      watch.cancel();
      return;
    }
    try {
      agenda.changed(watch.changed());
      backoff.reset();
    } catch (ActivityFailure e) {
      loop.watchFailed(Reason.of(e));
      Alarm.pause(backoff.next(), "before the next watch");
      agenda.all(Trigger.INTERVAL);
    }
  }

  private void idle(Duration time, Instant due, Trigger atTheEnd) {
    String what = atTheEnd == Trigger.REVIEW ? "review" : "next cycle";
    loop.show("waits until %s (%s)".formatted(due.truncatedTo(ChronoUnit.SECONDS), what));
    Alarm alarm = Alarm.in(time, what);
    alarm.await(loop::hasWork);
    alarm.cancel();
  }
}
