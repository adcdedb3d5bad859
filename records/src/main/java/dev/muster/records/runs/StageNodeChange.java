package dev.muster.records.runs;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a node of a stage is now.
 *
 * @param reason why, one sentence; empty where nothing needs to be said
 * @param settlingSince when its last step ended, as long as it has not settled
 * @param at when this came to be; it becomes the time of starting or of finishing, where the state
 *     says so
 */
public record StageNodeChange(
    StageKey stage,
    NodeId node,
    NodeState state,
    String reason,
    Optional<Instant> settlingSince,
    Instant at) {}
