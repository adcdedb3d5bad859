package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import java.util.List;

/** What came of reading a Plan. */
public sealed interface PlanReading {

  /** It is admitted. */
  record Admitted(AutopilotPlan plan) implements PlanReading {}

  /**
   * It is not, and this is why.
   *
   * @param findings at least one; paths are JSON pointers into the object
   */
  record Refused(List<Finding> findings) implements PlanReading {
    public Refused {
      findings = List.copyOf(findings);
    }
  }
}
