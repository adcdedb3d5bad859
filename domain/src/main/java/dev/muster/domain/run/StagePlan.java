package dev.muster.domain.run;

import java.util.List;
import java.util.Optional;

/**
 * A stage as it was frozen when the run started; its nodes are kept beside it.
 *
 * @param index among the run's stages, from 0; the rollback stages come after the others
 * @param when a CEL expression; a stage for which it is false when its turn comes is skipped
 */
public record StagePlan(
    int index,
    String name,
    Kind kind,
    Optional<ApprovalRule> approval,
    Optional<String> when,
    StageRules rules,
    List<StepPlan> steps,
    OnFailure onFailure) {

  /** Whether a stage does or undoes. */
  public enum Kind {
    /** An ordinary stage. */
    FORWARD,
    /** Runs only after a stage failed, on the nodes on which something was started. */
    ROLLBACK
  }

  /** What a failed stage means for the run. */
  public enum OnFailure {
    /** The run ends as ApplyFailed. */
    STOP,
    /** The next stage is opened all the same. */
    CONTINUE,
    /** The rollback stages run, and the run ends as RolledBack. */
    ROLLBACK
  }

  public StagePlan {
    steps = List.copyOf(steps);
  }
}
