package dev.muster.api.autopilot;

import java.util.Optional;
import java.util.UUID;

/** What an object must be for a write to be done: Kubernetes' preconditions. */
public record Precondition(Optional<UUID> uid, Optional<Long> version) {

  public static final Precondition NONE = new Precondition(Optional.empty(), Optional.empty());
}
