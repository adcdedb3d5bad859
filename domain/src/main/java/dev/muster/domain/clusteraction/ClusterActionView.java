package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * All that a decision about an action on a cluster may know.
 *
 * @param cancelledBy who wants it stopped
 * @param unreachableAfter how long an agent may stay silent before nobody waits for it any more
 */
public record ClusterActionView(
    ActionId id,
    ActionKind kind,
    ActionState state,
    Clocks clocks,
    Optional<String> cancelledBy,
    Duration unreachableAfter,
    Moment moment) {

  /** How long an action on a cluster may take if nothing is said. */
  public static final Duration USUAL_TIMEOUT = Duration.ofHours(1);

  /**
   * Its times.
   *
   * @param timeout of its execution
   * @param suspended how long it was suspended before: its time does not run then
   */
  public record Clocks(Instant startedAt, Optional<Duration> timeout, Duration suspended) {

    Instant deadline() {
      return startedAt.plus(mayTake()).plus(suspended);
    }

    Duration mayTake() {
      return timeout.orElse(USUAL_TIMEOUT);
    }
  }

  /** How far it is. */
  public sealed interface Moment {

    /**
     * It has its turn, and has derived nothing.
     *
     * @param nodes of the cluster, in the order of their ids
     * @param scene of an action that changes members
     */
    record Beginning(JsonNode args, Map<NodeId, NodeStatus> nodes, Optional<MemberScene> scene)
        implements Moment {}

    /** Some of what it derived is unfinished. */
    record Meanwhile(List<OpenChild> children) implements Moment {}

    /**
     * All that it derived has ended.
     *
     * @param scene of an action that changes members
     */
    record Over(JsonNode args, List<EndedChild> children, Optional<MemberScene> scene)
        implements Moment {}
  }

  /**
   * A derived action that is unfinished.
   *
   * @param sent whether its agent may have it
   * @param toldToStop whether its agent was, or will be, asked to stop it
   * @param held whether the action that derived it wants it suspended
   * @param silent of a node whose agent does not answer
   * @param letGoAt until when it waits for its lifecycle hook at most; empty if it does not
   */
  public record OpenChild(
      ActionId id,
      NodeId node,
      ActionKind kind,
      ActionState state,
      boolean sent,
      boolean toldToStop,
      boolean held,
      Optional<Silent> silent,
      Optional<Instant> letGoAt) {}

  /**
   * That an agent does not answer.
   *
   * @param why what was tried, and how it failed
   */
  public record Silent(NodeStatus status, Instant since, String why) {}

  /**
   * A derived action that has ended.
   *
   * @param touched whether its agent may have had it
   * @param bestEffort whether its failure says nothing of the action that derived it
   * @param why it did not succeed
   * @param standing how its node is now
   */
  public record EndedChild(
      ActionId id,
      NodeId node,
      ActionState state,
      boolean touched,
      boolean bestEffort,
      Optional<String> why,
      Optional<NodeStanding> standing) {}

  /** How a node is, and why if it is not up. */
  public record NodeStanding(NodeStatus status, Optional<String> reason) {}
}
