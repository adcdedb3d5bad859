package dev.muster.domain.request;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A request for an action, with its id, its place and who asks; and the rules for it, which are the
 * same for the REST API and for a message to the cluster's workflow.
 *
 * @param node empty for an action on the cluster itself
 * @param content what was asked for; its id is replaced by {@code id}
 * @param by a person
 * @param through the schedule or the receiver that asks in the person's place
 * @param why for the history
 */
public record RequestedAction(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    NewActionRequest content,
    String by,
    Optional<Actor> through,
    Optional<String> why,
    Instant at) {

  /** A request that a person makes. */
  public RequestedAction(
      ActionId id,
      ClusterName cluster,
      Optional<NodeId> node,
      NewActionRequest content,
      String by,
      Optional<String> why,
      Instant at) {
    this(id, cluster, node, content, by, Optional.empty(), why, at);
  }

  /** Of an action's execution. */
  public static final Bounds<Duration> TIMEOUT =
      new Bounds<>(Duration.ofMillis(1), Duration.ofDays(7));

  /** Of the time in which it must be handed to its agent. */
  public static final Bounds<Duration> SCHEDULE_WITHIN =
      new Bounds<>(Duration.ofMillis(1), Duration.ofDays(365));

  /** How long an action waits to be sent if nothing is said. */
  public static final Duration USUAL_SCHEDULE_WITHIN = Duration.ofDays(1);

  /** The id that was asked for, or a new one. */
  public static ActionId idOf(NewActionRequest content, Supplier<UUID> newId) {
    return content.id().orElseGet(() -> new ActionId(newId.get()));
  }

  /** The actions that must succeed first, each once. */
  public List<ActionId> dependsOn() {
    return content.dependsOn().orElse(List.of()).stream().distinct().toList();
  }

  /** How long it may wait to be sent once only its turn is missing. */
  public Duration scheduleWithin() {
    return content.scheduleWithin().orElse(USUAL_SCHEDULE_WITHIN);
  }

  /** The state in which it enters the records. */
  public ActionState initialState() {
    if (content.approve().isPresent()) {
      return ActionState.PENDING_APPROVE;
    }
    return dependsOn().isEmpty() ? ActionState.PENDING_SCHEDULE : ActionState.WAITING;
  }

  /**
   * Why it may not be recorded, if it may not.
   *
   * @param known the clusters of those actions it depends on that exist
   */
  public Optional<String> whyNot(Map<ActionId, ClusterName> known) {
    return outside("timeout", content.timeout(), TIMEOUT)
        .or(() -> outside("scheduleWithin", content.scheduleWithin(), SCHEDULE_WITHIN))
        .or(this::downOnCluster)
        .or(() -> wrongDependency(known));
  }

  private static Optional<String> outside(
      String name, Optional<Duration> given, Bounds<Duration> bounds) {
    return given
        .filter(time -> !bounds.nearest(time).equals(time))
        .map(time -> "%s: %s (expected: %s)".formatted(name, time, bounds));
  }

  private Optional<String> downOnCluster() {
    return content
        .evenWhenDown()
        .filter(given -> node.isEmpty())
        .map(given ->
            "evenWhenDown: %s (expected: none; it is about a node, and this is about the cluster)"
                .formatted(given));
  }

  private Optional<String> wrongDependency(Map<ActionId, ClusterName> known) {
    return dependsOn().stream()
        .filter(other -> other.equals(id) || !cluster.equals(known.get(other)))
        .findFirst()
        .map(other ->
            "dependsOn: %s (expected: another action of cluster %s that exists already)"
                .formatted(other, cluster));
  }
}
