package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action to be recorded.
 *
 * @param node empty for an action whose target is the cluster
 * @param state in which it enters the records
 * @param origin {@code core}, or {@code direct} if it was found on an agent
 * @param requester who wants it
 * @param step if a run wants it
 * @param evenWhenDown whether it may start on a node that is not UP, as long as the agent answers
 * @param exclusive whether nothing else may run on the cluster meanwhile
 * @param notBefore the end of a retry's delay
 * @param scheduleWithin how long it may wait to be sent once only its turn is missing
 * @param by who records it, for the history
 * @param outcome what is known already of an action that was found on an agent
 */
public record NewAction(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    ActionKind kind,
    JsonNode args,
    Map<String, String> metadata,
    ActionState state,
    String origin,
    String requester,
    Optional<StepRef> step,
    List<ActionId> dependsOn,
    boolean evenWhenDown,
    boolean exclusive,
    Optional<Instant> notBefore,
    Optional<Duration> timeout,
    Optional<Duration> scheduleWithin,
    Instant createdAt,
    Actor by,
    String why,
    ActionOutcome outcome) {

  public NewAction {
    dependsOn = List.copyOf(dependsOn);
  }
}
