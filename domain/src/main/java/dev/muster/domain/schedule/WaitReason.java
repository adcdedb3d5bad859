package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why an action does not start yet.
 *
 * @param text one sentence for people: which action, which limit and how much of it is used, who
 *     holds what, when it may go on. The same situation gives the same sentence, so that storing it
 *     again changes nothing
 * @param details the same for programs, sorted by name
 */
public record WaitReason(Code code, String text, Map<String, String> details) {

  /** The reasons, in the order in which they are tested. */
  public enum Code {
    /** The cluster has no such node, or no longer. */
    NODE_UNKNOWN,
    /** The agent does not answer, or the node is not up and the action asks for that. */
    NODE_NOT_UP,
    /** An exclusive action or stage has the cluster, or is the oldest that waits for it. */
    CLUSTER_EXCLUSIVE,
    /**
     * The node has as many unfinished actions as its agent may have, or another run works on it.
     */
    NODE_BUSY,
    /** An earlier action of the same node waits. */
    BEHIND_EARLIER_ACTION,
    /** Another action must succeed first. */
    DEPENDENCY,
    /** The action in front is suspended. */
    SUSPENDED,
    /** The action on the cluster that derived it is suspended. */
    PARENT_SUSPENDED,
    /** A person paused the run. */
    RUN_PAUSED,
    /** Outside the stage's windows. */
    WINDOW_CLOSED,
    /** Another action changes the members of the cluster. */
    LOCK_HELD,
    /** More nodes failed than the stage allows. */
    BUDGET_SPENT,
    /** As many nodes are in work as the stage allows, or its batch is not finished. */
    STAGE_AT_LIMIT,
    /** As many nodes are in work as the cluster allows. */
    CLUSTER_AT_LIMIT,
    /** Taking this node would leave fewer healthy ones than the stage asks for. */
    TOO_FEW_HEALTHY,
    /** Nodes that are done have not settled yet. */
    SETTLING,
    /** A failed attempt is tried again after a while. Not in the seeds: retries are ours. */
    RETRY_DELAY,
    /**
     * A secret that it needs cannot be read now. Not tested with the others: that is known only
     * when it is pushed.
     */
    SECRET_AWAY,
    /**
     * It is executed, and goes on when actions end that it derived. Not tested with the others: it
     * has started.
     */
    CHILDREN,
    /**
     * Somebody was told that its member is to go, and is waited for. Not tested with the others: it
     * is not to be scheduled yet.
     */
    LIFECYCLE_HOOK,
    /** A person must approve it. Not tested with the others: it is not to be scheduled yet. */
    APPROVAL
  }

  /** Why an action is not to be scheduled yet, and who can change that; empty if it is. */
  public static Optional<WaitReason> beforeScheduling(
      ActionId action, ActionState state, List<ActionId> dependsOn) {
    return switch (state) {
      case PENDING_APPROVE ->
          Optional.of(
              new WaitReason(
                  Code.APPROVAL,
                  "a person must approve or reject it: muster action approve " + action,
                  Map.of("action", action.toString())));
      case WAITING -> Optional.of(dependency(dependsOn));
      case WAITING_LIFECYCLE_COMPLETION ->
          Optional.of(
              new WaitReason(
                  Code.LIFECYCLE_HOOK,
                  "whoever was told that the member is to go must complete it, or its time must pass: muster action complete "
                      + action,
                  Map.of("action", action.toString())));
      case PENDING_SCHEDULE, NEW, RUNNING, SUSPENDED, DONE, FAILED, CANCELLED, LOST ->
          Optional.empty();
    };
  }

  /**
   * A secret that the action needs cannot be read now.
   *
   * @param why which one, and what its provider says, without its value
   */
  public static WaitReason secretAway(String secret, String why) {
    return new WaitReason(
        Code.SECRET_AWAY,
        "secret '%s' cannot be read: %s; it is tried again in each cycle".formatted(secret, why),
        Map.of("secret", secret));
  }

  /** An earlier action of the same node could not be pushed. */
  public static WaitReason behind(NodeId node, ActionId earlier) {
    return WaitSentences.behind(node, earlier);
  }

  /** An action on a cluster goes on when actions end that it derived. */
  public static WaitReason children(String text, int unfinished) {
    return new WaitReason(Code.CHILDREN, text, Map.of("unfinished", Integer.toString(unfinished)));
  }

  private static WaitReason dependency(List<ActionId> dependsOn) {
    String actions = dependsOn.stream().map(ActionId::toString).collect(Collectors.joining(", "));
    return new WaitReason(
        Code.DEPENDENCY,
        "starts when %s DONE, and is cancelled if %s ends otherwise: %s"
            .formatted(
                dependsOn.size() == 1 ? "the action before it is" : "all actions before it are",
                dependsOn.size() == 1 ? "that" : "one of them",
                actions),
        Map.of("dependsOn", actions));
  }
}
