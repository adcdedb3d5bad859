package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action that a person asks for.
 *
 * @param approve whether a person must approve it first
 * @param dependsOn actions of the same cluster that must succeed first
 * @param evenWhenDown whether it may start on a node that is not UP, as long as its agent answers
 * @param scheduleWithin how long it may wait to be sent once only its turn is missing; a day if it
 *     is empty
 * @param by who asks
 * @param why for the history
 */
public record AskedAction(
    ActionId id,
    ClusterName cluster,
    NodeId node,
    ActionKind kind,
    Map<String, JsonNode> args,
    Map<String, String> metadata,
    boolean approve,
    List<ActionId> dependsOn,
    boolean evenWhenDown,
    Optional<Duration> timeout,
    Optional<Duration> scheduleWithin,
    String by,
    String why,
    Instant at) {

  /** How long an action waits to be sent if nothing is said. */
  public static final Duration SCHEDULE_WITHIN = Duration.ofDays(1);

  public AskedAction {
    dependsOn = dependsOn.stream().distinct().toList();
  }

  NewAction toNewAction() {
    return new NewAction(
        id,
        cluster,
        Optional.of(node),
        kind,
        WireFormat.JSON.createObjectNode().setAll(args),
        metadata,
        initialState(),
        "core",
        by,
        Optional.empty(),
        dependsOn,
        evenWhenDown,
        false,
        Optional.empty(),
        timeout,
        Optional.of(scheduleWithin.orElse(SCHEDULE_WITHIN)),
        at,
        Actor.user(by),
        why,
        ActionOutcome.NONE);
  }

  private ActionState initialState() {
    if (approve) {
      return ActionState.PENDING_APPROVE;
    }
    return dependsOn.isEmpty() ? ActionState.PENDING_SCHEDULE : ActionState.WAITING;
  }
}
