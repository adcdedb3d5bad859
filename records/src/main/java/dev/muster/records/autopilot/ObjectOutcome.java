package dev.muster.records.autopilot;

import dev.muster.domain.playbook.Finding;
import java.util.List;
import java.util.Optional;

/** What became of a write. */
public sealed interface ObjectOutcome {

  /** It is written; a run of it is to be handed to the engine once that is committed. */
  record Written(StoredObject object, Optional<StartedRun> run) implements ObjectOutcome {}

  /** It is not admitted, or may not be changed now; nothing is written. */
  record Refused(List<Finding> findings) implements ObjectOutcome {
    public Refused {
      findings = List.copyOf(findings);
    }

    static Refused because(String path, String message) {
      return new Refused(List.of(new Finding(path, message)));
    }
  }
}
