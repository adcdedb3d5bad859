package dev.muster.workflows.contract;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action that a person asks for by a signal, as {@code POST …/actions} takes it.
 *
 * @param id always there, so that asking twice is harmless
 * @param approve whether a person must approve it first
 * @param scheduleWithin how long it may wait to be sent once only its turn is missing; as {@code
 *     POST …/actions} has it when empty
 * @param at when it was asked for
 */
public record ActionAsked(
    ClusterName cluster,
    ActionId id,
    NodeId node,
    ActionKind kind,
    Map<String, JsonNode> args,
    Approve approve,
    List<ActionId> dependsOn,
    Optional<Duration> timeout,
    Optional<Duration> scheduleWithin,
    Start start,
    Map<String, String> metadata,
    String by,
    Optional<String> why,
    Instant at) {

  /** Whether somebody must agree. */
  public enum Approve {
    NOT_REQUIRED,
    REQUIRED
  }

  /** On which nodes it may start. */
  public enum Start {
    WHEN_UP,
    /** On a node that is not UP too, as long as its agent answers. */
    EVEN_WHEN_DOWN
  }
}
