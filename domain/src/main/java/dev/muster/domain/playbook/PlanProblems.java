package dev.muster.domain.playbook;

import dev.muster.domain.run.ProgressState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What keeps a run from being planned, gathered until there is enough to tell. */
final class PlanProblems {

  /** A thousand nodes with the same mistake need not be told a thousand times. */
  private static final int MAX_TOLD = 20;

  private final List<Finding> findings = new ArrayList<>();
  private Optional<ProgressState> state = Optional.empty();
  private int untold;

  void add(ProgressState of, String path, String message) {
    // The first one names the state; the rest are shown beside it.
    state = Optional.of(state.orElse(of));
    Finding finding = new Finding(path, message);
    if (findings.contains(finding)) {
      return;
    }
    if (findings.size() < MAX_TOLD) {
      findings.add(finding);
    } else {
      untold++;
    }
  }

  Optional<Planning.Refused> refusal() {
    if (untold > 0) {
      findings.add(new Finding("", "and %d more like these".formatted(untold)));
      untold = 0;
    }
    return state.map(of -> new Planning.Refused(of, findings));
  }
}
