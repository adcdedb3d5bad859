package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StageRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the scheduler may know of a cluster.
 *
 * @param actions every unfinished action of the cluster, by {@code createdAt}, then id
 * @param stages the open stages of the cluster's unfinished runs
 */
public record ClusterView(
    ClusterSettings settings,
    Map<NodeId, NodeStatus> nodes,
    List<Claim> actions,
    Map<StageKey, Stage> stages) {

  /**
   * An unfinished action.
   *
   * @param node empty for an action whose target is the cluster
   * @param sent whether it was pushed and may be on its agent, whatever its state says
   * @param partOf what it belongs to, if that is something larger
   * @param needs how its node must be
   * @param takes what nobody else may have meanwhile
   * @param notBefore the end of a retry's delay
   */
  public record Claim(
      ActionId id,
      Optional<NodeId> node,
      ActionState state,
      boolean sent,
      Instant createdAt,
      PartOf partOf,
      Needs needs,
      Takes takes,
      Optional<Instant> notBefore) {

    public Optional<StageKey> stage() {
      return partOf.stage();
    }

    public Optional<ActionId> parent() {
      return partOf.parent();
    }

    /** Whether nothing else may run on the cluster meanwhile. */
    public boolean exclusive() {
      return takes == Takes.CLUSTER;
    }
  }

  /** What an action has for itself while it is in work. */
  public enum Takes {
    NOTHING,
    /** The members of the cluster: nobody else adds or removes any meanwhile. */
    MEMBERS,
    /** The cluster: nothing else runs on it. */
    CLUSTER
  }

  /**
   * What an action belongs to: a stage, or another action, or nothing.
   *
   * @param stage if a run recorded it
   * @param parent the action on the cluster that derived it
   */
  public record PartOf(Optional<StageKey> stage, Optional<ActionId> parent) {

    /** Of an action that no other one derived. */
    public static PartOf stage(Optional<StageKey> stage) {
      return new PartOf(stage, Optional.empty());
    }
  }

  /** What an action needs of its node. */
  public enum Needs {
    /** The node is UP. */
    NODE_UP,
    /** The agent answers; the node may be UNHEALTHY or down. */
    AGENT,
    /** Nothing: Muster itself executes it, and the agent hears nothing of it. */
    NOTHING
  }

  /**
   * An open stage.
   *
   * @param runLabel how people know the run: playbook and short id
   * @param paused who paused the run, and when, in words
   */
  public record Stage(
      String runLabel,
      String stageName,
      StageRules rules,
      Optional<String> paused,
      Map<NodeId, Member> members) {}

  /**
   * A node of an open stage.
   *
   * @param batch index of its batch, from 0
   * @param settling whether its steps are done and only the settling is left
   */
  public record Member(NodeState state, int batch, boolean settling) {}
}
