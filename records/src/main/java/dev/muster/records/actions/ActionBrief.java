package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.schedule.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An action as a cycle reads it: without arguments and outputs.
 *
 * @param stageEnded whether its stage, or its run, is over, so that it should end too
 * @param waitText the reason that is recorded now
 * @param cancelSentAt when the agent was asked to stop it
 * @param scheduleBefore when it fails if it was not sent by then
 */
public record ActionBrief(
    ActionId id,
    Optional<NodeId> node,
    ActionKind kind,
    ActionState state,
    Optional<StepRef> step,
    boolean stageEnded,
    boolean evenWhenDown,
    boolean exclusive,
    Optional<Instant> notBefore,
    Optional<Duration> timeout,
    Instant createdAt,
    Optional<Instant> sentAt,
    Optional<Instant> pushedAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<String> waitText,
    Optional<CancelRequest> cancelRequest,
    Optional<Instant> cancelSentAt,
    Optional<Instant> scheduleBefore) {

  /** That somebody wants it, or the run that it belongs to, cancelled. */
  public record CancelRequest(Instant at, String by) {}

  /** The same with another reason to wait. */
  public ActionBrief waiting(String text) {
    return with(sentAt, pushedAt, Optional.of(text));
  }

  /** The same, as it goes to its agent: it has no reason to wait any more. */
  public ActionBrief sent(Instant at) {
    return with(Optional.of(at), pushedAt, Optional.empty());
  }

  /** The same, acknowledged by its agent. */
  public ActionBrief pushed(Instant at) {
    return with(sentAt, Optional.of(at), waitText);
  }

  private ActionBrief with(
      Optional<Instant> newSentAt, Optional<Instant> newPushedAt, Optional<String> newWaitText) {
    return new ActionBrief(
        id,
        node,
        kind,
        state,
        step,
        stageEnded,
        evenWhenDown,
        exclusive,
        notBefore,
        timeout,
        createdAt,
        newSentAt,
        newPushedAt,
        startedAt,
        finishedAt,
        newWaitText,
        cancelRequest,
        cancelSentAt,
        scheduleBefore);
  }

  /** The action as the scheduler sees it. */
  public ClusterView.Claim toClaim() {
    return new ClusterView.Claim(
        id,
        node,
        state,
        sentAt.isPresent(),
        createdAt,
        step.map(StepRef::stage),
        evenWhenDown,
        exclusive,
        notBefore);
  }
}
