package dev.muster.domain.playbook;

import dev.muster.domain.run.ProgressState;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns a playbook, parameters and a cluster into what a run will do: targets frozen by name,
 * percentages turned into numbers, everything that can be known now checked now.
 */
public final class Planner {

  private Planner() {}

  /**
   * Plans a run.
   *
   * @param params an object from parameter to value; what it leaves out takes its default
   */
  public static Planning plan(Playbook playbook, JsonNode params, PlanContext context) {
    List<Finding> findings = new ArrayList<>();
    ObjectNode values = new Parameters(playbook.typed().params()).values(params, findings);
    if (!findings.isEmpty()) {
      return new Planning.Refused(ProgressState.NEW_PLAN, findings);
    }
    PlanProblems problems = new PlanProblems();
    List<PlannedStage> stages = new StagePlanner(playbook, values, context, problems).stages();
    return problems
        .refusal()
        .<Planning>map(refused -> refused)
        .orElseGet(() -> new Planning.Planned(planned(playbook, values, context, stages)));
  }

  private static RunPlan planned(
      Playbook playbook, ObjectNode values, PlanContext context, List<PlannedStage> stages) {
    return new RunPlan(values, stages, PlanHash.of(playbook, context.cluster(), values, stages));
  }
}
