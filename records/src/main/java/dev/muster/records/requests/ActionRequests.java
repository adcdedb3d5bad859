package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterVerb;
import dev.muster.domain.clusteraction.ClusterVerbs;
import dev.muster.domain.policy.PolicyChain;
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
import tools.jackson.databind.JsonNode;

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

    /** There is no such node, or no such cluster, or its cluster has just gone. */
    record NoNode(String why) implements Added {}

    /** Something else has the id. */
    record Conflict(String why) implements Added {}

    /** Something in it may not be. */
    record Wrong(String why) implements Added {}
  }

  /** Records it once for each id, however often it is asked. */
  public Added add(RequestedAction request) {
    Optional<Added> refusal = refusal(request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    NewAction action = newAction(request);
    Optional<String> tooSoon = tooSoon(request);
    if (tooSoon.isPresent() && records.actions().find(action.id()).isEmpty()) {
      return new Added.Conflict(tooSoon.get());
    }
    if (records.actions().insert(List.of(action)).contains(action.id())) {
      return new Added.Created(action.id(), action.state());
    }
    return records
        .actions()
        .find(action.id())
        .map(existing -> compared(existing, action))
        .orElseGet(() -> new Added.NoNode("cluster %s has just gone".formatted(request.cluster())));
  }

  /** Why it would not be recorded now, if it would not; nothing is recorded. */
  public Optional<Added> refusal(RequestedAction request) {
    return nowhere(request)
        .<Added>map(Added.NoNode::new)
        .or(() ->
            wrongPlace(request)
                .or(() -> request.whyNot(clusters(request.dependsOn())))
                .map(Added.Wrong::new));
  }

  /** One that would be refused anyway, because its policy says how long to wait after the last. */
  private Optional<String> tooSoon(RequestedAction request) {
    return request.node().isPresent()
        ? Optional.empty()
        : PolicyChain.tooSoon(
            records.policyBindings().of(request.cluster()), request.content().kind(), request.at());
  }

  private Optional<String> nowhere(RequestedAction request) {
    ClusterName cluster = request.cluster();
    if (request.node().isEmpty()) {
      return records.clusters().settingsOf(cluster).isPresent()
          ? Optional.empty()
          : Optional.of("there is no cluster %s (see: muster cluster list)".formatted(cluster));
    }
    NodeId node = request.node().get();
    return records.nodes().find(cluster, node).isPresent()
        ? Optional.empty()
        : Optional.of(
            "cluster %s has no node %s (see: muster node list %s)"
                .formatted(cluster, node, cluster));
  }

  /** Some kinds are of clusters, and all others of nodes. */
  private static Optional<String> wrongPlace(RequestedAction request) {
    ActionKind kind = request.content().kind();
    Optional<ClusterVerb> verb = ClusterVerbs.of(kind);
    if (request.node().isPresent()) {
      return verb.map(known ->
          "kind: %s (expected: a kind of the node's agent; this one is for a cluster, so name no node)"
              .formatted(kind));
    }
    return verb.isEmpty()
        ? Optional.of(
            "kind: %s (expected, for a cluster: %s; any other one needs a node)"
                .formatted(kind, ClusterVerbs.names()))
        : verb.get().whyNot(args(request.content()));
  }

  private static JsonNode args(NewActionRequest content) {
    return WireFormat.JSON.createObjectNode().setAll(content.args().orElse(Map.of()));
  }

  private static OnCluster onCluster(RequestedAction request) {
    return request.node().isEmpty()
            && ClusterVerbs.of(request.content().kind())
                .filter(verb -> verb.isExclusive(args(request.content())))
                .isPresent()
        ? OnCluster.EXCLUSIVE
        : OnCluster.SHARED;
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
        request.node(),
        new NewAction.Work(
            content.kind(),
            args(content),
            content.metadata().orElse(Map.of()),
            request.through().map(Actor::word).orElse(NewAction.CORE),
            request.by(),
            request.node().isPresent() ? Executor.AGENT : Executor.CORE),
        new NewAction.Terms(
            request.dependsOn(),
            content.evenWhenDown().orElse(false) ? OnNode.EVEN_WHEN_DOWN : OnNode.WHEN_UP,
            onCluster(request),
            Optional.empty(),
            content.timeout(),
            Optional.of(request.scheduleWithin())),
        Optional.empty(),
        new NewAction.Entry(
            request.initialState(),
            request.at(),
            request.through().orElseGet(() -> Actor.user(request.by())),
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
