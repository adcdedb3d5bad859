package dev.muster.records.core;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.actions.Push;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A turn of an action that Muster executes, in the hand of one process.
 *
 * @param push with references to secrets in place of their values
 * @param begun when it was handed over
 * @param expires when its time is over
 * @param suspended how long it was suspended until now
 * @param number of the turn, from 1
 * @param retries how often it was tried again
 * @param payload what it has said of its progress
 */
public record CoreTurn(
    ClusterName cluster,
    Push push,
    Instant begun,
    Optional<Instant> expires,
    Duration suspended,
    int number,
    int retries,
    Optional<JsonNode> payload) {}
