package dev.muster.activities.steps;

import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;

/**
 * What the expressions of a stage's steps look at, so that nothing else is read for them.
 *
 * @param expressions whether there are any
 * @param outputs whether one names the outputs of earlier steps
 * @param stages whether one names earlier stages
 */
record StageNeeds(boolean expressions, boolean outputs, boolean stages) {

  static StageNeeds of(StagePlan plan) {
    boolean expressions = false;
    boolean outputs = false;
    boolean stages = false;
    for (StepPlan step : plan.steps()) {
      String text = step.args() + step.when().orElse("");
      boolean any = step.when().isPresent() || text.contains("${");
      expressions |= any;
      outputs |= any && text.contains("steps");
      stages |= any && text.contains("stages");
    }
    return new StageNeeds(expressions, outputs, stages);
  }
}
