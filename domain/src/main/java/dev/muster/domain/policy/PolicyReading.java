package dev.muster.domain.policy;

import dev.muster.domain.playbook.Finding;
import java.util.List;

/** What came of reading a document that is to be a policy. */
public sealed interface PolicyReading {

  /** It is one. */
  record Fit(PolicyDocument document) implements PolicyReading {}

  /**
   * It is none, and this is why.
   *
   * @param findings at least one, in the order of the document
   */
  record Faulty(List<Finding> findings) implements PolicyReading {
    public Faulty {
      findings = List.copyOf(findings);
    }
  }
}
