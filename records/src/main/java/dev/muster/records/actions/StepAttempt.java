package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.StageKey;
import java.time.Instant;
import java.util.Optional;

/** An attempt at a step of a stage on a node, and the action that it is. */
public record StepAttempt(
    StageKey stage,
    NodeId node,
    ActionId action,
    String step,
    Attempt attempt,
    Optional<Instant> startedAt) {}
