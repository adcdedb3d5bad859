package dev.muster.domain.autopilot;

import dev.muster.domain.run.ProgressState;
import java.util.Optional;

/** Whether a plan begins that is to come after another one ({@code muster.dev/after}). */
public final class AfterDecision {

  private AfterDecision() {}

  /**
   * Why it does not begin; empty if it does. It stays waiting when the other one failed or is gone:
   * only people know whether it should begin all the same.
   *
   * @param other where the other one is; empty if there is none
   */
  public static Optional<String> whyNot(PlanTerms.After after, Optional<ProgressState> other) {
    if (other.isEmpty()) {
      return Optional.of(
          "%s, which is not there; apply that plan, or delete this one and apply it without the annotation"
              .formatted(waits(after)));
    }
    ProgressState state = other.get();
    if (state == ProgressState.COMPLETED) {
      return Optional.empty();
    }
    return Optional.of(
        state.isFinal()
            ? "%s, which ended as %s; muster k0s retry that plan, or delete this one and apply it without the annotation"
                .formatted(waits(after), state.word())
            : waits(after));
  }

  /** What it waits for, as long as nothing is wrong with that. */
  public static String waits(PlanTerms.After after) {
    return "waits until plan %s of cluster %s is Completed (annotation muster.dev/after)"
        .formatted(after.plan(), after.cluster());
  }
}
