package dev.muster.api.policies;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.cluster.Bounds;
import dev.muster.records.policies.BindingRecord.Enabled;
import dev.muster.records.policies.BindingRecord.Terms;
import java.util.Optional;

/**
 * Body of {@code PATCH /v1/clusters/{c}/policies/{policy}}: what is named changes, the rest stays.
 */
public record BindingPatch(Optional<Integer> priority, Optional<Boolean> enabled) {

  /** Priorities that a binding may have. */
  public static final Bounds<Integer> PRIORITY = new Bounds<>(0, 10_000);

  /** What it makes of a binding. */
  Terms of(Terms before) {
    return new Terms(
        priority.orElse(before.priority()), enabled.map(Enabled::of).orElse(before.enabled()));
  }

  /** The same if it may be, else the end of the request. */
  BindingPatch required() {
    priority.ifPresent(
        number -> ProblemException.fitting(() -> PRIORITY.require("priority", number)));
    return this;
  }
}
