package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.RunPlan;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Autopilot's NewPlan: a plan and a cluster become a run with one stage for each wave. */
public final class PlanTranslation {

  private PlanTranslation() {}

  /** What a plan becomes. */
  public sealed interface Translated {

    /** What NewPlan leaves: targets frozen, one entry for each command, or NewPlan's error. */
    PlanStatus status();

    /**
     * It runs.
     *
     * @param definition a playbook document with the stages, for the run to keep; its name is the
     *     plan's (dots become dashes, cut to 63 characters)
     */
    record Runs(PlanStatus status, JsonNode definition, RunPlan plan) implements Translated {}

    /** It ended already, by an error of NewPlan: nothing runs. */
    record Ended(PlanStatus status) implements Translated {}

    /** It has no nodes to work on: the status is SchedulableWait, and Completed comes next. */
    record Idle(PlanStatus status) implements Translated {}
  }

  /**
   * Translates.
   *
   * @param before of a retry: what is SignalCompleted there stays so and is not done again; targets
   *     are those that were frozen then
   */
  public static Translated translate(
      AutopilotPlan plan,
      PlanContext cluster,
      AutopilotSettings settings,
      Optional<PlanStatus> before,
      Instant now) {
    throw new UnsupportedOperationException();
  }
}
