package dev.muster.domain.playbook;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a run will do.
 *
 * @param params every parameter with its value, defaults filled in; an object
 * @param hash of everything that a person approves: definition, parameters, stages, nodes by name
 */
public record RunPlan(JsonNode params, List<PlannedStage> stages, String hash) {

  public RunPlan {
    stages = List.copyOf(stages);
  }

  /**
   * What is different in {@code newer}, one sentence each; empty when the hashes are equal.
   *
   * @param newer the same playbook planned again
   */
  public List<String> difference(RunPlan newer) {
    return PlanDifference.between(this, newer);
  }
}
