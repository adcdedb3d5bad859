package dev.muster.api.actions;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.requests.AskedAction;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Records an action that a person asks for. */
final class ActionCreation {

  private final ActionRequests actions;
  private final Clock clock;

  ActionCreation(Records records, Clock clock) {
    this.actions = new ActionRequests(records);
    this.clock = clock;
  }

  /** What became of a request. */
  sealed interface Result {
    ActionId id();

    record Created(ActionId id) implements Result {}

    record Existing(ActionId id) implements Result {}
  }

  Result create(ClusterName cluster, NodeId node, NewActionRequest request, Caller caller) {
    return switch (actions.add(action(cluster, node, request, caller))) {
      case Added.Created(var id, var state) -> new Result.Created(id);
      case Added.Existing(var id, var state) -> new Result.Existing(id);
      case Added.NoNode(String why) -> throw ProblemException.notFound(why);
      case Added.Conflict(String why) -> throw ProblemException.conflict(why);
      case Added.Wrong(String why) -> throw ProblemException.badRequest(why);
    };
  }

  private AskedAction action(
      ClusterName cluster, NodeId node, NewActionRequest request, Caller caller) {
    return new AskedAction(
        request.id().orElseGet(() -> new ActionId(UUID.randomUUID())),
        cluster,
        node,
        request.kind(),
        request.args().orElse(Map.of()),
        request.metadata().orElse(Map.of()),
        request.approve().isPresent(),
        request.dependsOn().orElse(List.of()),
        request.evenWhenDown().orElse(false),
        request.timeout(),
        request.scheduleWithin(),
        caller.name(),
        "created",
        clock.instant());
  }
}
