package dev.muster.domain.autopilot;

import java.util.List;

/**
 * A plan that was read and admitted.
 *
 * @param id the plan's {@code spec.id}; correlates nothing here, and is only shown
 * @param terms what {@code muster.dev/} annotations say beside the plan
 */
public record AutopilotPlan(String name, String id, List<PlanCommand> commands, PlanTerms terms) {

  /** The only name that Autopilot itself looks at. */
  public static final String NAME = "autopilot";

  public AutopilotPlan {
    commands = List.copyOf(commands);
  }
}
