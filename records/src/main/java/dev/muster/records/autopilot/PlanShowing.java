package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.PlanProjection;
import dev.muster.domain.autopilot.PlanReader;
import dev.muster.domain.autopilot.PlanReading;
import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.autopilot.PlanSuccession;
import dev.muster.domain.autopilot.SeenRun;
import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.records.Records;
import dev.muster.records.autopilot.PlanStanding.Activity;
import dev.muster.records.autopilot.RunVersions.Moved;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Brings the statuses of a cluster's plans up to date with their runs. */
public final class PlanShowing {

  private final Records records;
  private final AutopilotRecords autopilot;

  public PlanShowing(Records records) {
    this.records = records;
    this.autopilot = records.autopilot();
  }

  /** Cheap, and without a lock, if no run moved. */
  public void look(ClusterName cluster) {
    if (autopilot.versions().moved(cluster).isEmpty()) {
      return;
    }
    records.transaction(() -> {
      boolean locked = autopilot.objects().lock(cluster);
      if (locked) {
        // Somebody else may have looked before the lock was there.
        List<Moved> moved = autopilot.versions().moved(cluster);
        moved.forEach(this::show);
        if (!moved.isEmpty()) {
          autopilot.objects().trim(cluster);
        }
      }
      return locked;
    });
  }

  private void show(Moved moved) {
    Optional<StoredObject> object = autopilot.objects().find(moved.plan());
    Optional<PlanStanding> standing = autopilot.plans().find(moved.plan());
    if (object.isEmpty() || standing.isEmpty()) {
      return;
    }
    Optional<SeenRuns.Seen> run = standing.get().run().flatMap(autopilot.seenRuns()::find);
    // The run's history was removed: nothing is known beyond what was shown.
    Activity activity = run.map(SeenRuns.Seen::over).orElse(Activity.SETTLED);
    run.ifPresent(seen -> show(object.get(), standing.get(), seen.run()));
    autopilot.plans().seen(moved.plan(), moved.version(), activity);
  }

  private void show(StoredObject object, PlanStanding standing, SeenRun run) {
    Optional<AutopilotPlan> plan = planOf(object);
    SeenRun seen =
        standing
            .limit()
            .expired()
            .map(at -> expired(run, standing.limit().deadline().orElse(at)))
            .orElse(run);
    PlanStatus now =
        PlanProjection.project(standing.frozen(), seen, dialect(object.key().cluster(), plan));
    Optional<PlanStatus> shown = object.status().map(PlanStatusJson::read);
    List<PlanStatus> path =
        plan.map(read -> PlanSuccession.path(shown, now, read)).orElse(List.of(now));
    StoredObject last = object;
    for (PlanStatus status : path) {
      last = autopilot.objects().show(last, PlanStatusJson.write(status));
    }
  }

  /** Who cancelled it was the clock. */
  private static SeenRun expired(SeenRun run, Instant deadline) {
    return run.cancelledBy().isEmpty()
        ? run
        : new SeenRun(
            run.state(),
            deadline(deadline),
            run.pausedBy(),
            Optional.of("its deadline"),
            run.stages());
  }

  /** Why a plan failed that took too long. */
  static String deadline(Instant deadline) {
    return "its deadline passed at %s (annotation muster.dev/deadline)"
        .formatted(deadline.truncatedTo(ChronoUnit.SECONDS));
  }

  private Dialect dialect(ClusterName cluster, Optional<AutopilotPlan> plan) {
    return plan.flatMap(read -> read.terms().dialect())
        .orElseGet(() ->
            records
                .clusters()
                .settingsOf(cluster)
                .map(ClusterSettings::autopilot)
                .orElse(AutopilotSettings.DEFAULT)
                .dialect());
  }

  static Optional<AutopilotPlan> planOf(StoredObject object) {
    return PlanReader.read(object.json()) instanceof PlanReading.Admitted(AutopilotPlan plan)
        ? Optional.of(plan)
        : Optional.empty();
  }
}
