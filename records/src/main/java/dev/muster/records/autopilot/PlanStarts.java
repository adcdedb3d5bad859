package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.AfterDecision;
import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.PlanProjection;
import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.autopilot.PlanSuccession;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.autopilot.PlanTranslation;
import dev.muster.domain.autopilot.PlanTranslation.Translated;
import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.autopilot.PlanStanding.Activity;
import dev.muster.records.autopilot.PlanStanding.Limit;
import dev.muster.records.autopilot.PlanStanding.Waiting;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunCreation;
import dev.muster.records.runs.RunOrigin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Begins attempts of plans. Who calls it holds the cluster's lock. */
final class PlanStarts {

  private final Records records;
  private final AutopilotRecords autopilot;

  PlanStarts(Records records, AutopilotRecords autopilot) {
    this.records = records;
    this.autopilot = autopilot;
  }

  /**
   * An attempt to be begun.
   *
   * @param number from 1
   * @param before of a retry: the status that was shown last
   */
  record Attempt(
      StoredObject object,
      AutopilotPlan plan,
      int number,
      Optional<PlanStatus> before,
      Writer writer) {

    ClusterName cluster() {
      return object.key().cluster();
    }

    String says() {
      return "k0s plan %s: id %s".formatted(plan.name(), plan.id());
    }
  }

  /** What became of it: the object as it is shown now, and the run, if one began. */
  record Begun(StoredObject object, Optional<StartedRun> run) {}

  /** NewPlan: freezes the targets and records the run, or says why there is none. */
  Begun begin(Attempt attempt) {
    Translated translated =
        PlanTranslation.translate(
            attempt.plan(),
            records.nodes().planContext(attempt.cluster()),
            settings(attempt.cluster()),
            attempt.before(),
            attempt.writer().at());
    return switch (translated) {
      case Translated.Runs runs -> runs(attempt, runs);
      case Translated.Ended(PlanStatus status) -> {
        keep(attempt, status, Optional.empty(), Optional.empty());
        yield new Begun(show(attempt, status), Optional.empty());
      }
      case Translated.Idle(PlanStatus status) -> {
        keep(attempt, status, Optional.empty(), Optional.empty());
        StoredObject waits = show(attempt, status);
        yield new Begun(
            autopilot
                .objects()
                .show(waits, PlanStatusJson.write(PlanProjection.nothingToDo(status))),
            Optional.empty());
      }
    };
  }

  AutopilotSettings settings(ClusterName cluster) {
    return records
        .clusters()
        .settingsOf(cluster)
        .map(ClusterSettings::autopilot)
        .orElse(AutopilotSettings.DEFAULT);
  }

  private Begun runs(Attempt attempt, Translated.Runs runs) {
    Optional<PlanTerms.After> after = attempt.plan().terms().after();
    if (after.isPresent()) {
      Waiting waiting = new Waiting(after.get(), runs.definition(), runs.plan());
      keep(attempt, runs.status(), Optional.empty(), Optional.of(waiting));
      return new Begun(
          show(attempt, described(runs.status(), AfterDecision.waits(after.get()))),
          Optional.empty());
    }
    StartedRun started = recorded(attempt, runs.definition(), runs.plan());
    keep(attempt, runs.status(), Optional.of(started.run().id()), Optional.empty());
    return new Begun(show(attempt, runs.status()), Optional.of(started));
  }

  /** Begins the run of a plan that waited: what was frozen when it was applied. */
  Begun begin(Attempt attempt, Waiting waiting, PlanStatus frozen) {
    StartedRun started = recorded(attempt, waiting.definition(), waiting.plan());
    autopilot.plans().begun(attempt.object().uid(), started.run().id());
    StoredObject object = autopilot.objects().find(attempt.object().uid()).orElseThrow();
    return new Begun(
        autopilot.objects().show(object, PlanStatusJson.write(frozen)), Optional.of(started));
  }

  /** A plan that does not move yet, and why. */
  static PlanStatus described(PlanStatus status, String why) {
    return with(status, ProgressState.SCHEDULABLE_WAIT, why);
  }

  /** The state of the plan and of its first open command, which says why. */
  static PlanStatus with(PlanStatus status, ProgressState state, String why) {
    List<PlanStatus.Command> commands = new ArrayList<>(status.commands());
    for (int i = 0; i < commands.size(); i++) {
      PlanStatus.Command command = commands.get(i);
      if (!command.state().isFinal()) {
        commands.set(i, in(command, state, why));
        break;
      }
    }
    return new PlanStatus(state, commands);
  }

  private static PlanStatus.Command in(
      PlanStatus.Command command, ProgressState state, String why) {
    return new PlanStatus.Command(
        command.id(), state, why, command.kind(), command.controllers(), command.workers());
  }

  private void keep(
      Attempt attempt, PlanStatus frozen, Optional<RunId> run, Optional<Waiting> waiting) {
    Optional<Instant> deadline = attempt.plan().terms().deadline().map(attempt.writer().at()::plus);
    boolean open = run.isPresent() || waiting.isPresent();
    autopilot
        .plans()
        .keep(
            attempt.object(),
            new PlanStanding(
                attempt.number(),
                attempt.writer().requester(),
                run,
                frozen,
                waiting,
                open ? Activity.OPEN : Activity.SETTLED,
                new Limit(open ? deadline : Optional.empty(), Optional.empty())));
  }

  /** The object is read again, because its run is another one. */
  private StoredObject show(Attempt attempt, PlanStatus status) {
    StoredObject last = autopilot.objects().find(attempt.object().uid()).orElseThrow();
    for (PlanStatus one : PlanSuccession.path(Optional.empty(), status, attempt.plan())) {
      last = autopilot.objects().show(last, PlanStatusJson.write(one));
    }
    return last;
  }

  private StartedRun recorded(Attempt attempt, JsonNode definition, RunPlan plan) {
    NewRun run =
        new NewRun(
            new RunId(UUID.randomUUID()),
            attempt.cluster(),
            definition.path("name").asString(attempt.plan().name()),
            attempt.number(),
            definition,
            plan,
            new RunOrigin(attempt.writer().requester(), attempt.says(), ""),
            attempt.writer().at());
    return switch (records.runs().create(run, audit(run, attempt))) {
      case RunCreation.Created created -> new StartedRun(created.run(), plan);
      case RunCreation other ->
          throw new IllegalStateException(
              "run %s of a plan was not recorded: %s".formatted(run.id(), other));
    };
  }

  private static NewAuditEntry audit(NewRun run, Attempt attempt) {
    return new NewAuditEntry(
        run.at(),
        attempt.writer().actor().toString(),
        "run.start",
        Optional.of(run.cluster()),
        Optional.of(run.id()),
        Optional.empty(),
        Map.of(
            "playbook",
            run.playbook() + " v" + run.version(),
            "planHash",
            run.plan().hash(),
            "plan",
            attempt.object().key().name(),
            "why",
            attempt.says()));
  }
}
