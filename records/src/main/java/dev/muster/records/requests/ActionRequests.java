package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records the actions that people ask for; {@link RequestedAction} has the rules. */
public final class ActionRequests {

  private final Records records;

  public ActionRequests(Records records) {
    this.records = records;
  }

  /** What became of a request. */
  public sealed interface Added {

    /** It is recorded now. */
    record Created(ActionId id, ActionState state) implements Added {}

    /** An action like it was recorded before, and is in this state by now. */
    record Existing(ActionId id, ActionState state) implements Added {}

    /** There is no such node, or its cluster has just gone. */
    record NoNode(String why) implements Added {}

    /** Something else has the id. */
    record Conflict(String why) implements Added {}

    /** Something in it may not be. */
    record Wrong(String why) implements Added {}
  }

  /** Records it once for each id, however often it is asked. */
  public Added add(RequestedAction request) {
    if (records.nodes().find(request.cluster(), request.node()).isEmpty()) {
      return new Added.NoNode(
          "cluster %s has no node %s (see: muster node list %s)"
              .formatted(request.cluster(), request.node(), request.cluster()));
    }
    Optional<String> whyNot = request.whyNot(clusters(request.dependsOn()));
    if (whyNot.isPresent()) {
      return new Added.Wrong(whyNot.get());
    }
    NewAction action = newAction(request);
    if (records.actions().insert(List.of(action)).contains(action.id())) {
      return new Added.Created(action.id(), action.state());
    }
    return records
        .actions()
        .find(action.id())
        .map(existing -> compared(existing, action))
        .orElseGet(() -> new Added.NoNode("cluster %s has just gone".formatted(request.cluster())));
  }

  private Map<ActionId, ClusterName> clusters(List<ActionId> actions) {
    Map<ActionId, ClusterName> clusters = new HashMap<>();
    for (ActionId action : actions) {
      records.actions().find(action).ifPresent(found -> clusters.put(action, found.cluster()));
    }
    return clusters;
  }

  private static NewAction newAction(RequestedAction request) {
    NewActionRequest content = request.content();
    return new NewAction(
        request.id(),
        request.cluster(),
        Optional.of(request.node()),
        new NewAction.Work(
            content.kind(),
            WireFormat.JSON.createObjectNode().setAll(content.args().orElse(Map.of())),
            content.metadata().orElse(Map.of()),
            NewAction.CORE,
            request.by()),
        new NewAction.Terms(
            request.dependsOn(),
            content.evenWhenDown().orElse(false) ? OnNode.EVEN_WHEN_DOWN : OnNode.WHEN_UP,
            OnCluster.SHARED,
            Optional.empty(),
            content.timeout(),
            Optional.of(request.scheduleWithin())),
        Optional.empty(),
        new NewAction.Entry(
            request.initialState(),
            request.at(),
            Actor.user(request.by()),
            request.why().map(why -> "created: " + why).orElse("created")),
        ActionOutcome.NONE);
  }

  private static Added compared(ActionRecord existing, NewAction action) {
    return existing.sameContentAs(action)
        ? new Added.Existing(existing.id(), existing.state())
        : new Added.Conflict(
            "action %s exists with other content; leave the id out, or send what it has"
                .formatted(action.id()));
  }
}
