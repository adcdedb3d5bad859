package dev.muster.worker.autopilot;

import dev.muster.domain.autopilot.AfterDecision;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.PlanTurns;
import dev.muster.records.autopilot.PlanTurns.WaitingPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Plans that come after others. In a row of many only the first costs a look, and what people are
 * told is written when it changes.
 */
final class WaitingPlans {

  /** Somebody may have written something else. */
  private static final Duration TOLD_FOR = Duration.ofMinutes(1);

  private final PlanTurns plans;
  private final PlanRuns runs;
  private final Map<ObjectKey, Told> told = new ConcurrentHashMap<>();

  private record Told(String why, Instant at) {}

  WaitingPlans(PlanTurns plans, PlanRuns runs) {
    this.plans = plans;
    this.runs = runs;
  }

  /** All that wait, each to be followed by itself. */
  List<WaitingPlan> all() {
    List<WaitingPlan> all = plans.waiting();
    told.keySet().retainAll(keys(all));
    return all;
  }

  static Set<ObjectKey> keys(List<WaitingPlan> plans) {
    return plans.stream().map(WaitingPlan::key).collect(Collectors.toSet());
  }

  /**
   * Begins a plan if the other one is Completed, and says why not otherwise.
   *
   * @param waiting all that wait: one of them is not Completed
   */
  void follow(WaitingPlan plan, Set<ObjectKey> waiting, Instant now) {
    PlanTerms.After after = plan.after();
    ObjectKey other = new ObjectKey(after.cluster(), ObjectKind.PLAN, after.plan());
    Optional<ProgressState> state =
        waiting.contains(other)
            ? Optional.of(ProgressState.SCHEDULABLE_WAIT)
            : plans.stateOf(after);
    AfterDecision.whyNot(after, state)
        .ifPresentOrElse(
            why -> explain(plan.key(), why, now),
            () -> plans.begin(plan.key(), now).ifPresent(runs::start));
  }

  private void explain(ObjectKey plan, String why, Instant now) {
    boolean known =
        Optional.ofNullable(told.get(plan))
            .filter(before -> before.why().equals(why))
            .filter(before -> now.isBefore(before.at().plus(TOLD_FOR)))
            .isPresent();
    if (!known) {
      plans.explain(plan, why);
      told.put(plan, new Told(why, now));
    }
  }
}
