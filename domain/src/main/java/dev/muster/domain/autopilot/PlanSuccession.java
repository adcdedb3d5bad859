package dev.muster.domain.autopilot;

import java.util.List;
import java.util.Optional;

/**
 * The statuses to show one after the other, so that whoever watches sees Autopilot's states in an
 * order that its machine allows, however far the run went since somebody looked.
 */
public final class PlanSuccession {

  private PlanSuccession() {}

  /**
   * From what was shown last to what is now, which comes last; empty if they are equal. At most a
   * few for each command: a plan never goes from Schedulable to Completed, nobody is SignalSent
   * unless the plan was Schedulable just before with that node pending, and no wave shows more
   * SignalSent at once than its command allows.
   *
   * @param shown empty if the plan has had no status yet
   * @param plan of which they are
   */
  public static List<PlanStatus> path(
      Optional<PlanStatus> shown, PlanStatus now, AutopilotPlan plan) {
    return shown.filter(now::equals).isPresent() ? List.of() : List.of(now);
  }
}
