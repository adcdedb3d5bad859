package dev.muster.domain.clusteraction;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The plan of an action on a cluster, and how far it is. This is recorded; who reads it goes on
 * where it stands.
 *
 * @param derived phases of which the actions are recorded
 * @param applied phases of which it is recorded what came of them
 * @param notBefore the end of the pause before the next phase, if there is one
 */
public record PlanCourse(
    List<PlanPhase> phases, int derived, int applied, Optional<Instant> notBefore) {

  public PlanCourse {
    phases = List.copyOf(phases);
  }

  static PlanCourse of(List<PlanPhase> phases) {
    return new PlanCourse(phases, 0, 0, Optional.empty());
  }

  boolean isDone() {
    return applied == phases.size();
  }

  boolean hasToApply() {
    return applied < derived;
  }

  PlanCourse appliedOne() {
    return new PlanCourse(phases, derived, applied + 1, notBefore);
  }

  PlanCourse derivedOne() {
    return new PlanCourse(phases, derived + 1, applied, Optional.empty());
  }

  PlanCourse pausedUntil(Instant at) {
    return new PlanCourse(phases, derived, applied, Optional.of(at));
  }

  /** The rest of it is not done. */
  PlanCourse cutShort() {
    return new PlanCourse(phases.subList(0, derived), derived, applied, Optional.empty());
  }
}
