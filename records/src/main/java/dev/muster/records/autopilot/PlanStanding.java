package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is made of a plan.
 *
 * @param attempt from 1
 * @param requester for whom the newest attempt is
 * @param frozen the status that NewPlan left
 * @param waiting for another plan; there is no run then
 */
public record PlanStanding(
    int attempt,
    String requester,
    Optional<RunId> run,
    PlanStatus frozen,
    Optional<Waiting> waiting,
    Activity activity,
    Limit limit) {

  /** Whether anything can happen to the plan by itself. */
  public enum Activity {
    OPEN,
    /** Nothing of its run can change its status any more. */
    SETTLED
  }

  /** The run that begins when the other plan is Completed. */
  public record Waiting(PlanTerms.After after, JsonNode definition, RunPlan plan) {}

  /**
   * How long it may take.
   *
   * @param expired when that it took longer was found
   */
  public record Limit(Optional<Instant> deadline, Optional<Instant> expired) {}
}
