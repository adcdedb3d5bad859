package dev.muster.records.core;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.rollout.Attempt.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What became of an action that Muster executes.
 *
 * @param finishedAt when it ended; of one that is to be tried again, when that may be
 * @param told what people should know of its course
 */
public record CoreReport(
    ActionId action,
    ActionState state,
    Optional<Instant> finishedAt,
    Optional<JsonNode> payload,
    Optional<Failure> error,
    Cause cause,
    List<String> told) {}
