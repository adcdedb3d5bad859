package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.Records;
import dev.muster.records.autopilot.PlanStanding.Waiting;
import dev.muster.records.autopilot.PlanStarts.Attempt;
import dev.muster.records.autopilot.PlanStarts.Begun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** What happens to plans because time goes by or others end: for a loop of the worker. */
public final class PlanTurns {

  private final Records records;
  private final AutopilotRecords autopilot;
  private final PlanStarts starts;
  private final PlanShowing showing;

  public PlanTurns(Records records) {
    this.records = records;
    this.autopilot = records.autopilot();
    this.starts = new PlanStarts(records, autopilot);
    this.showing = new PlanShowing(records);
  }

  /** A plan that has not begun, and for whom it waits. */
  public record WaitingPlan(ObjectKey key, PlanTerms.After after) {}

  /** Plans that wait for others, the oldest first. */
  public List<WaitingPlan> waiting() {
    return autopilot.plans().waiting().stream()
        .flatMap(found ->
            found.standing().waiting().stream()
                .map(waiting -> new WaitingPlan(found.key(), waiting.after())))
        .toList();
  }

  /** Where the plan is that another waits for, brought up to date; empty if there is none. */
  public Optional<ProgressState> stateOf(PlanTerms.After after) {
    showing.look(after.cluster());
    return autopilot
        .objects()
        .find(
            new ObjectKey(
                after.cluster(), dev.muster.domain.autopilot.ObjectKind.PLAN, after.plan()))
        .flatMap(StoredObject::status)
        .map(status -> PlanStatusJson.read(status).state());
  }

  /**
   * Begins the run of a plan that waited, in the name of whom it is for; empty if it does not wait
   * any more.
   */
  public Optional<StartedRun> begin(ObjectKey key, Instant now) {
    return locked(key, (object, standing) -> begin(object, standing, now));
  }

  private Optional<StartedRun> begin(StoredObject object, PlanStanding standing, Instant now) {
    Optional<Waiting> waiting = standing.waiting();
    return waiting.flatMap(what ->
        PlanShowing.planOf(object)
            .flatMap(plan -> {
              Attempt attempt =
                  new Attempt(
                      object,
                      plan,
                      standing.attempt(),
                      Optional.empty(),
                      Writer.person(standing.requester(), now));
              Begun begun = starts.begin(attempt, what, standing.frozen());
              return begun.run();
            }));
  }

  /** Says of a plan that waits why it still does, if that is another reason than before. */
  public void explain(ObjectKey key, String why) {
    locked(
        key,
        (object, standing) -> {
          if (standing.waiting().isPresent()) {
            show(object, PlanStarts.described(standing.frozen(), why));
          }
          return Optional.empty();
        });
  }

  /** Plans that are not over after their deadline. */
  public List<ObjectKey> overdue(Instant now) {
    return autopilot.plans().overdue(now).stream().map(PlanRows.Found::key).toList();
  }

  /**
   * The deadline of a plan passed: its run is to be cancelled, or it never begins. What was to be
   * cancelled is told, and is among {@link PlanCancels#open} until it is.
   */
  public Optional<PlanCancels.Wanted> expire(ObjectKey key, Instant now) {
    showing.look(key.cluster());
    return locked(
        key,
        (object, standing) ->
            standing
                .limit()
                .deadline()
                .filter(deadline -> isOverdue(standing, deadline, now))
                .flatMap(deadline -> expire(object, standing, deadline, now)));
  }

  private static boolean isOverdue(PlanStanding standing, Instant deadline, Instant now) {
    return standing.activity() == PlanStanding.Activity.OPEN
        && standing.limit().expired().isEmpty()
        && !deadline.isAfter(now);
  }

  private Optional<PlanCancels.Wanted> expire(
      StoredObject object, PlanStanding standing, Instant deadline, Instant now) {
    String why = PlanShowing.deadline(deadline);
    autopilot.plans().expired(object.uid(), now);
    if (standing.run().isEmpty()) {
      show(object, PlanStarts.with(standing.frozen(), ProgressState.APPLY_FAILED, why));
      return Optional.empty();
    }
    PlanCancels.Wanted wanted =
        new PlanCancels.Wanted(
            standing.run().get(), object.key().cluster(), standing.requester(), why);
    autopilot.cancels().want(wanted, now);
    return Optional.of(wanted);
  }

  private void show(StoredObject object, PlanStatus status) {
    var json = PlanStatusJson.write(status);
    if (!object.status().equals(Optional.of(json))) {
      autopilot.objects().show(object, json);
    }
  }

  private <T> Optional<T> locked(
      ObjectKey key, BiFunction<StoredObject, PlanStanding, Optional<T>> work) {
    return records.transaction(() -> {
      if (!autopilot.objects().lock(key.cluster())) {
        return Optional.empty();
      }
      Optional<StoredObject> object = autopilot.objects().find(key);
      Optional<PlanStanding> standing = object.flatMap(one -> autopilot.plans().find(one.uid()));
      Optional<T> done = standing.flatMap(is -> work.apply(object.orElseThrow(), is));
      autopilot.objects().trim(key.cluster());
      return done;
    });
  }
}
