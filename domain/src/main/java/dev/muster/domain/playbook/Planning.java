package dev.muster.domain.playbook;

import dev.muster.domain.run.ProgressState;
import java.util.List;

/** What came of planning a playbook on a cluster. */
public sealed interface Planning {

  /** This is what a run would do. */
  record Planned(RunPlan plan) implements Planning {}

  /**
   * It cannot run like this.
   *
   * @param state the state in which such a run ends; {@link ProgressState#NEW_PLAN} when the
   *     parameters do not fit, so that it would not even begin
   * @param findings at least one
   */
  record Refused(ProgressState state, List<Finding> findings) implements Planning {
    public Refused {
      findings = List.copyOf(findings);
    }
  }
}
