package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.WaitReason.Code;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sentences. None of them has an age, a rank or anything else in it that changes while the
 * situation does not.
 */
final class WaitSentences {

  private WaitSentences() {}

  static WaitReason nodeUnknown(NodeId node) {
    return reason(
        Code.NODE_UNKNOWN, "the cluster has no node " + node, Map.of("node", node.value()));
  }

  static WaitReason nodeNotUp(NodeId node, NodeStatus status) {
    String text =
        switch (status) {
          case UNKNOWN -> "the agent of " + node + " has not answered yet";
          case UNREACHABLE ->
              "the agent of " + node + " gives no usable answer: its lastError says what is wrong";
          case VANISHED -> "the source that named " + node + " does not any more";
          case UNHEALTHY, NODE_DOWN, UP ->
              node + " is " + status + " and the action asks for a node that is UP";
        };
    return reason(Code.NODE_NOT_UP, text, Map.of("node", node.value(), "status", status.name()));
  }

  static WaitReason hasTheCluster(String who) {
    return reason(
        Code.CLUSTER_EXCLUSIVE, who + " has the cluster to itself", Map.of("holder", who));
  }

  static WaitReason wantsTheCluster(int inWork) {
    return reason(
        Code.CLUSTER_EXCLUSIVE,
        "is exclusive and waits until nothing else runs: " + inWork + " in work",
        Map.of("inWork", Integer.toString(inWork)));
  }

  static WaitReason atTheDoor(String who) {
    return reason(
        Code.CLUSTER_EXCLUSIVE,
        who + " is older and waits until it has the cluster to itself",
        Map.of("behind", who));
  }

  static WaitReason membersTaken(ActionId holder) {
    return reason(
        Code.LOCK_HELD,
        "action " + brief(holder) + " changes the members of the cluster",
        Map.of("action", holder.toString()));
  }

  static WaitReason heldByRun(NodeId node, StageTally holder) {
    return reason(
        Code.NODE_BUSY,
        stage(holder.stage) + " works on " + node,
        Map.of("node", node.value(), "run", holder.key.run().toString()));
  }

  static WaitReason agentFull(NodeId node, int onAgent, Claim front) {
    String which = "action " + brief(front.id());
    String text =
        front.state() == ActionState.SUSPENDED
            ? which + " is suspended on " + node + ": resume or cancel it"
            : onAgent == 1
                ? which + " is on " + node
                : "%d unfinished actions are on %s, %s in front".formatted(onAgent, node, which);
    return reason(
        Code.NODE_BUSY,
        text,
        Map.of(
            "node", node.value(),
            "action", front.id().toString(),
            "onAgent", Integer.toString(onAgent)));
  }

  static WaitReason behind(NodeId node, ActionId first) {
    return reason(
        Code.BEHIND_EARLIER_ACTION,
        "action " + brief(first) + " comes first on " + node + " and waits too",
        Map.of("node", node.value(), "action", first.toString()));
  }

  static WaitReason suspended(ActionId front) {
    return reason(
        Code.SUSPENDED,
        "action " + brief(front) + " in front is suspended: resume or cancel it",
        Map.of("action", front.toString()));
  }

  static WaitReason parentSuspended(ActionId parent) {
    return reason(
        Code.PARENT_SUSPENDED,
        "action " + brief(parent) + ", which derived it, is suspended: resume or cancel that",
        Map.of("parent", parent.toString()));
  }

  static WaitReason notOpen(StageKey stage) {
    return reason(
        Code.RUN_PAUSED,
        "its stage is not open, or is done with this node: the run decides what becomes of it",
        Map.of("run", stage.run().toString(), "stage", Integer.toString(stage.stage())));
  }

  static WaitReason paused(StageTally tally, String by) {
    return of(tally, Code.RUN_PAUSED, tally.stage.runLabel() + " is paused: " + by, "by", by);
  }

  static WaitReason windowClosed(StageTally tally) {
    String opens =
        tally.opensAt.map(at -> "the next one opens at " + at).orElse("none opens again");
    return of(
        tally,
        Code.WINDOW_CLOSED,
        "outside the windows of " + stage(tally.stage) + ": " + opens,
        "opensAt",
        tally.opensAt.map(Instant::toString).orElse("never"));
  }

  static WaitReason budgetSpent(StageTally tally) {
    return used(
        tally,
        Code.BUDGET_SPENT,
        "%s: %d failed, the budget is %d"
            .formatted(stage(tally.stage), tally.failed(), tally.rules().maxFailures()),
        tally.failed(),
        tally.rules().maxFailures());
  }

  static WaitReason windowFull(StageTally tally) {
    return used(
        tally,
        Code.STAGE_AT_LIMIT,
        "%s: %d of %d nodes in work"
            .formatted(stage(tally.stage), tally.inWork(), tally.rules().concurrency()),
        tally.inWork(),
        tally.rules().concurrency());
  }

  static WaitReason windowSettles(StageTally tally) {
    return used(
        tally,
        Code.SETTLING,
        "%s: %d of %d nodes in work, all settling"
            .formatted(stage(tally.stage), tally.inWork(), tally.rules().concurrency()),
        tally.inWork(),
        tally.rules().concurrency());
  }

  static WaitReason behindBarrier(StageTally tally) {
    return used(
        tally,
        Code.STAGE_AT_LIMIT,
        "%s: %s unfinished".formatted(stage(tally.stage), barrier(tally)),
        tally.unfinishedInBarrier(),
        tally.sizeOfBarrier());
  }

  static WaitReason barrierSettles(StageTally tally) {
    return used(
        tally,
        Code.SETTLING,
        "%s: %s unfinished, all settling".formatted(stage(tally.stage), barrier(tally)),
        tally.unfinishedInBarrier(),
        tally.sizeOfBarrier());
  }

  static WaitReason clusterAtLimit(int inWork, int limit) {
    return reason(
        Code.CLUSTER_AT_LIMIT,
        "%d of %d nodes of the cluster in work".formatted(inWork, limit),
        Map.of("used", Integer.toString(inWork), "limit", Integer.toString(limit)));
  }

  static WaitReason tooFewHealthy(StageTally tally) {
    return used(
        tally,
        Code.TOO_FEW_HEALTHY,
        "%s: %d nodes are up and not in work, %d must stay so"
            .formatted(stage(tally.stage), tally.healthy(), tally.rules().minHealthy()),
        tally.healthy(),
        tally.rules().minHealthy());
  }

  static WaitReason retryDelay(Instant until) {
    return reason(
        Code.RETRY_DELAY,
        "the attempt before failed; it is tried again at " + until,
        Map.of("until", until.toString()));
  }

  static String stage(ClusterView.Stage stage) {
    return stage.runLabel() + " stage " + stage.stageName();
  }

  /** The start of an id, as people see it. */
  static String brief(ActionId id) {
    return id.toString().substring(0, 8);
  }

  private static String barrier(StageTally tally) {
    return "batch %d of %d: %d of %d nodes"
        .formatted(
            tally.barrierBatch() + 1,
            tally.batches(),
            tally.unfinishedInBarrier(),
            tally.sizeOfBarrier());
  }

  private static WaitReason used(StageTally tally, Code code, String text, int used, int limit) {
    return reason(
        code,
        text,
        Map.of(
            "run", tally.key.run().toString(),
            "stage", tally.stage.stageName(),
            "used", Integer.toString(used),
            "limit", Integer.toString(limit)));
  }

  private static WaitReason of(
      StageTally tally, Code code, String text, String name, String value) {
    return reason(
        code,
        text,
        Map.of("run", tally.key.run().toString(), "stage", tally.stage.stageName(), name, value));
  }

  private static WaitReason reason(Code code, String text, Map<String, String> details) {
    return new WaitReason(code, text, Collections.unmodifiableMap(new TreeMap<>(details)));
  }
}
