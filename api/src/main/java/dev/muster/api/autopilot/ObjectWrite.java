package dev.muster.api.autopilot;

import dev.muster.domain.playbook.Finding;
import dev.muster.records.autopilot.StoredObject;
import java.util.List;

/** What became of a request to write an object. */
public sealed interface ObjectWrite {

  /** It is as it was asked for; nothing was kept if it was only tried. */
  record Done(StoredObject object) implements ObjectWrite {}

  /** Nothing is different, so nothing was written. */
  record Unchanged(StoredObject object) implements ObjectWrite {}

  /** There is one of that name already. */
  record Exists(StoredObject object) implements ObjectWrite {}

  /** There is none of that name. */
  record Missing() implements ObjectWrite {}

  /** It is another one, or of another version, than was expected. */
  record Conflict(StoredObject object, String why) implements ObjectWrite {}

  /** It is not admitted, or may not be changed now. */
  record Refused(List<Finding> findings) implements ObjectWrite {
    public Refused {
      findings = List.copyOf(findings);
    }
  }
}
