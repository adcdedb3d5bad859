package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterVerbs;
import dev.muster.domain.schedule.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An action as a cycle reads it: without arguments and outputs.
 *
 * @param waitText the reason that is recorded now
 */
public record ActionBrief(
    ActionId id,
    Optional<NodeId> node,
    ActionKind kind,
    ActionState state,
    Optional<StepRef> step,
    Terms terms,
    Times times,
    Optional<String> waitText,
    Wanted wanted) {

  /**
   * Who executes it, when it may start, how long it may take, and for whom it is.
   *
   * @param parent the action that derived it
   */
  public record Terms(
      Executor executor,
      boolean evenWhenDown,
      boolean exclusive,
      Optional<Instant> notBefore,
      Optional<Duration> timeout,
      Optional<ActionId> parent) {}

  /**
   * When what happens to it.
   *
   * @param scheduleBefore when it fails if it was not sent by then
   * @param suspended how long an action on the cluster was suspended before
   */
  public record Times(
      Instant createdAt,
      Optional<Instant> sentAt,
      Optional<Instant> scheduleBefore,
      Optional<Instant> startedAt,
      Duration suspended) {}

  /**
   * What is wanted of it beside its work.
   *
   * @param stageEnded whether its stage, or its run, is over, so that it should end too
   * @param cancelRequest of the action, or of its run
   * @param cancelSentAt when the agent was asked to stop it
   * @param pause that it should be suspended, or resumed
   */
  public record Wanted(
      boolean stageEnded,
      Optional<CancelRequest> cancelRequest,
      Optional<Instant> cancelSentAt,
      Optional<PauseRequest> pause) {}

  /** When a push was last decided; from then on the agent may have it. */
  public Optional<Instant> sentAt() {
    return times.sentAt();
  }

  /** The action on the cluster that derived it. */
  public Optional<ActionId> parent() {
    return terms.parent();
  }

  /** Until when it waits for its lifecycle hook at most; empty if it does not wait for one. */
  public Optional<Instant> letGoAt() {
    return state == ActionState.WAITING_LIFECYCLE_COMPLETION ? terms.notBefore() : Optional.empty();
  }

  /** This action with another reason to wait. */
  public ActionBrief waiting(String text) {
    return new ActionBrief(id, node, kind, state, step, terms, times, Optional.of(text), wanted);
  }

  /** This action as it goes to its agent: it has no reason to wait any more. */
  public ActionBrief sent(Instant at) {
    Times then =
        new Times(
            times.createdAt(),
            Optional.of(at),
            times.scheduleBefore(),
            times.startedAt(),
            times.suspended());
    return new ActionBrief(id, node, kind, state, step, terms, then, Optional.empty(), wanted);
  }

  /** Whether an agent executes it, rather than Muster itself. */
  public boolean isForAgent() {
    return terms.executor() == Executor.AGENT;
  }

  private ClusterView.Needs needs() {
    return switch (terms.executor()) {
      case CORE -> ClusterView.Needs.NOTHING;
      case AGENT -> terms.evenWhenDown() ? ClusterView.Needs.AGENT : ClusterView.Needs.NODE_UP;
    };
  }

  private ClusterView.Takes takes() {
    if (terms.exclusive()) {
      return ClusterView.Takes.CLUSTER;
    }
    return node.isEmpty() && ClusterVerbs.changesMembers(kind)
        ? ClusterView.Takes.MEMBERS
        : ClusterView.Takes.NOTHING;
  }

  /** The action as the scheduler sees it. */
  public ClusterView.Claim toClaim() {
    return new ClusterView.Claim(
        id,
        node,
        state,
        times.sentAt().isPresent(),
        times.createdAt(),
        new ClusterView.PartOf(step.map(StepRef::stage), terms.parent()),
        needs(),
        takes(),
        terms.notBefore());
  }
}
