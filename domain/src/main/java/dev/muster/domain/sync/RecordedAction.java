package dev.muster.domain.sync;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action as Muster has it, as far as a comparison with its agent needs it.
 *
 * @param args as they were, or would be, sent: rendered
 * @param sentAt when it was last sent and may have reached the agent, acknowledged or not; empty
 *     when the agent cannot have it from us
 * @param payload outputs and progress, as last fetched
 */
public record RecordedAction(
    ActionId id,
    ActionKind kind,
    JsonNode args,
    ActionState state,
    Optional<Instant> sentAt,
    Optional<JsonNode> payload) {}
