package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An action to be recorded.
 *
 * @param node empty for an action whose target is the cluster
 * @param step if a run wants it
 * @param derivation if another action derived it
 * @param outcome what is known already of an action that was found on an agent
 */
public record NewAction(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    Work work,
    Terms terms,
    Optional<StepRef> step,
    Optional<Derivation> derivation,
    Entry entry,
    ActionOutcome outcome) {

  /** Where an action comes from that Muster itself gives to an agent. */
  public static final String CORE = "core";

  /** Where an action comes from that another one derived. */
  public static final String DERIVED = "derived";

  /** In the metadata of one that was derived: the id of the action that did. */
  public static final String PARENT = "parent";

  /** An action that no other one derived. */
  public NewAction(
      ActionId id,
      ClusterName cluster,
      Optional<NodeId> node,
      Work work,
      Terms terms,
      Optional<StepRef> step,
      Entry entry,
      ActionOutcome outcome) {
    this(id, cluster, node, work, terms, step, Optional.empty(), entry, outcome);
  }

  /**
   * What is to be done, and for whom.
   *
   * @param origin {@link #CORE}, {@link #DERIVED}, {@code schedule}, {@code receiver}, or what an
   *     agent says of one that was found there
   * @param requester who wants it
   * @param executor who executes it
   */
  public record Work(
      ActionKind kind,
      JsonNode args,
      Map<String, String> metadata,
      String origin,
      String requester,
      Executor executor) {

    /** What an agent executes. */
    public Work(
        ActionKind kind,
        JsonNode args,
        Map<String, String> metadata,
        String origin,
        String requester) {
      this(kind, args, metadata, origin, requester, Executor.AGENT);
    }
  }

  /**
   * When it may start, and how long it may take.
   *
   * @param notBefore the end of a retry's delay; of one that waits for its lifecycle hook, when it
   *     is let go at the latest
   * @param timeout of its execution
   * @param scheduleWithin how long it may wait to be sent once only its turn is missing
   */
  public record Terms(
      List<ActionId> dependsOn,
      OnNode onNode,
      OnCluster onCluster,
      Optional<Instant> notBefore,
      Optional<Duration> timeout,
      Optional<Duration> scheduleWithin) {

    public Terms {
      dependsOn = List.copyOf(dependsOn);
    }
  }

  /** On which nodes it may start. */
  public enum OnNode {
    WHEN_UP,
    /** On a node that is not UP too, as long as its agent answers. */
    EVEN_WHEN_DOWN
  }

  /** What else may run on the cluster meanwhile. */
  public enum OnCluster {
    SHARED,
    /** Nothing else, but for what it derives itself. */
    EXCLUSIVE
  }

  /**
   * By which action it was derived.
   *
   * @param parent an action on the cluster
   */
  public record Derivation(ActionId parent, Effort effort) {}

  /** What its failure means to the action that derived it. */
  public enum Effort {
    /** That fails too. */
    REQUIRED,
    /** Nothing. */
    BEST
  }

  /**
   * Its first row of the history.
   *
   * @param state in which it enters the records
   * @param by who records it
   */
  public record Entry(ActionState state, Instant createdAt, Actor by, String why) {}

  public ActionKind kind() {
    return work.kind();
  }

  public ActionState state() {
    return entry.state();
  }

  public Instant createdAt() {
    return entry.createdAt();
  }

  /** Whether it may start on a node that is not UP, as long as the agent answers. */
  public boolean evenWhenDown() {
    return terms.onNode() == OnNode.EVEN_WHEN_DOWN;
  }

  /** Whether nothing else may run on the cluster meanwhile. */
  public boolean exclusive() {
    return terms.onCluster() == OnCluster.EXCLUSIVE;
  }

  Optional<UUID> parent() {
    return derivation.map(by -> by.parent().value());
  }

  boolean bestEffort() {
    return derivation.filter(by -> by.effort() == Effort.BEST).isPresent();
  }
}
