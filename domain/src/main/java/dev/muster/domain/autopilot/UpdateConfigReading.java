package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import java.util.List;

/** What came of reading an UpdateConfig. */
public sealed interface UpdateConfigReading {

  /** It is admitted. */
  record Taken(UpdateConfig config) implements UpdateConfigReading {}

  /**
   * It is not, and this is why.
   *
   * @param findings at least one; paths are JSON pointers into the object
   */
  record Unfit(List<Finding> findings) implements UpdateConfigReading {
    public Unfit {
      findings = List.copyOf(findings);
    }
  }
}
