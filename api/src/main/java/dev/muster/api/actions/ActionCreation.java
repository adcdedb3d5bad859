package dev.muster.api.actions;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Records an action that a person asks for. */
final class ActionCreation {

  private static final Duration MAX_TIMEOUT = Duration.ofDays(7);

  private final Records records;
  private final Clock clock;

  ActionCreation(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  /** What became of a request. */
  sealed interface Result {
    ActionId id();

    record Created(ActionId id) implements Result {}

    record Existing(ActionId id) implements Result {}
  }

  Result create(ClusterName cluster, NodeId node, NewActionRequest request, Caller caller) {
    if (records.nodes().find(cluster, node).isEmpty()) {
      throw ProblemException.notFound(
          "cluster %s has no node %s; GET /v1/clusters/%s/nodes lists them"
              .formatted(cluster, node, cluster));
    }
    NewAction action = action(cluster, node, request, caller);
    if (records.actions().insert(List.of(action)).contains(action.id())) {
      return new Result.Created(action.id());
    }
    ActionRecord existing =
        records
            .actions()
            .find(action.id())
            .orElseThrow(
                () -> ProblemException.notFound("cluster %s has just gone".formatted(cluster)));
    if (!existing.sameContentAs(action)) {
      throw ProblemException.conflict(
          "action %s exists with other content; leave the id out, or send what it has"
              .formatted(action.id()));
    }
    return new Result.Existing(action.id());
  }

  private NewAction action(
      ClusterName cluster, NodeId node, NewActionRequest request, Caller caller) {
    request.timeout().ifPresent(ActionCreation::requireTimeout);
    List<ActionId> dependsOn = request.dependsOn().orElse(List.of()).stream().distinct().toList();
    ActionId id = request.id().orElseGet(() -> new ActionId(UUID.randomUUID()));
    dependsOn.forEach(dependency -> requireDependency(cluster, id, dependency));
    return new NewAction(
        id,
        cluster,
        Optional.of(node),
        request.kind(),
        WireFormat.JSON.createObjectNode().setAll(request.args().orElse(Map.of())),
        request.metadata().orElse(Map.of()),
        initialState(request, dependsOn),
        "core",
        caller.name(),
        Optional.empty(),
        dependsOn,
        request.evenWhenDown().orElse(false),
        false,
        Optional.empty(),
        request.timeout(),
        clock.instant(),
        Actor.user(caller.name()),
        "created",
        ActionOutcome.NONE);
  }

  private static ActionState initialState(NewActionRequest request, List<ActionId> dependsOn) {
    if (request.approve().isPresent()) {
      return ActionState.PENDING_APPROVE;
    }
    return dependsOn.isEmpty() ? ActionState.PENDING_SCHEDULE : ActionState.WAITING;
  }

  private void requireDependency(ClusterName cluster, ActionId id, ActionId dependency) {
    boolean known =
        records
            .actions()
            .find(dependency)
            .filter(found -> found.cluster().equals(cluster))
            .isPresent();
    if (!known || dependency.equals(id)) {
      throw ProblemException.badRequest(
          "dependsOn: %s (expected: another action of cluster %s that exists already)"
              .formatted(dependency, cluster));
    }
  }

  private static void requireTimeout(Duration timeout) {
    if (!timeout.isPositive() || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw ProblemException.badRequest(
          "timeout: %s (expected: more than 0, at most %s)".formatted(timeout, MAX_TIMEOUT));
    }
  }
}
