package dev.muster.domain.playbook;

import java.util.List;

/** What came of reading a document. */
public sealed interface DocumentReading {

  /** It is a playbook. */
  record Valid(Playbook playbook) implements DocumentReading {}

  /**
   * It is none, and this is why.
   *
   * @param findings at least one, in the order of the document
   */
  record Invalid(List<Finding> findings) implements DocumentReading {
    public Invalid {
      findings = List.copyOf(findings);
    }
  }
}
