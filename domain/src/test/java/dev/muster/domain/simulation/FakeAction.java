package dev.muster.domain.simulation;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.ClusterView.PartOf;
import java.time.Instant;
import java.util.Optional;

/** A recorded action, as a fake cluster changes it. */
final class FakeAction {

  final ActionId id;
  final String label;
  final Optional<NodeId> node;
  final Instant createdAt;
  Optional<StageKey> stage = Optional.empty();
  int step;
  int attempt = 1;
  ActionState state = ActionState.PENDING_SCHEDULE;
  boolean sent;
  boolean exclusive;
  boolean evenWhenDown;
  Optional<Instant> notBefore = Optional.empty();
  Optional<Instant> finishedAt = Optional.empty();
  Attempt.Cause cause = Attempt.Cause.NONE;

  /** When the agent will be through with it. */
  Optional<Instant> endsAt = Optional.empty();

  FakeAction(ActionId id, String label, Optional<NodeId> node, Instant createdAt) {
    this.id = id;
    this.label = label;
    this.node = node;
    this.createdAt = createdAt;
  }

  Claim claim() {
    return new Claim(
        id,
        node,
        state,
        sent,
        createdAt,
        PartOf.stage(stage),
        evenWhenDown ? ClusterView.Needs.AGENT : ClusterView.Needs.NODE_UP,
        exclusive ? ClusterView.Takes.CLUSTER : ClusterView.Takes.NOTHING,
        notBefore);
  }

  Attempt toAttempt() {
    return new Attempt(step, attempt, state, finishedAt, cause);
  }

  boolean waits() {
    return state == ActionState.PENDING_SCHEDULE && !sent;
  }

  boolean isOnAgent() {
    return state.isOnAgent();
  }

  void end(ActionState outcome, Instant now) {
    state = outcome;
    finishedAt = Optional.of(now);
  }
}
