package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.MemberChange;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.schedule.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an action on a cluster does next. */
public sealed interface ClusterActionNext {

  /**
   * Members are written down as they are now, and then this.
   *
   * @param data what was decided so far, as policies share it
   * @param course its plan; empty if there is none
   */
  record Changing(
      List<MemberChange> changes,
      ObjectNode data,
      Optional<PlanCourse> course,
      ClusterActionNext then)
      implements ClusterActionNext {}

  /** Actions on nodes are recorded, and scheduled as any others. */
  record Derive(List<DerivedAction> actions) implements ClusterActionNext {}

  /**
   * It waits.
   *
   * @param changes of derived actions, which nobody can make but Muster
   * @param asks what agents are to be asked to do to derived actions
   * @param reviewAt when time alone changes something
   */
  record Await(
      WaitReason reason, List<ChildChange> changes, List<Ask> asks, Optional<Instant> reviewAt)
      implements ClusterActionNext {}

  /**
   * It is over.
   *
   * @param why for its history and, if it did not succeed, its error
   * @param causes more of that, each a sentence
   */
  record End(ActionState state, String why, List<String> causes, JsonNode outputs, Cause cause)
      implements ClusterActionNext {}

  /**
   * An action on a node.
   *
   * @param id derived from those of its parent, so that it is recorded once
   * @param hook how long it waits for its lifecycle hook before it may start; empty if it has none
   */
  record DerivedAction(
      ActionId id,
      NodeId node,
      ActionKind kind,
      JsonNode args,
      Duration timeout,
      boolean bestEffort,
      Optional<Duration> hook) {}

  /**
   * A derived action ends as CANCELLED, or as LOST if its agent may have it; or it has waited for
   * its lifecycle hook as long as it may, and is PENDING_SCHEDULE.
   */
  record ChildChange(ActionId child, ActionState from, ActionState to, String why) {}

  /** An agent is to be asked to do something to a derived action that it may have. */
  record Ask(ActionId child, Signal signal) {}
}
