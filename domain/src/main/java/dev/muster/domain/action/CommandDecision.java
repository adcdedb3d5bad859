package dev.muster.domain.action;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import java.time.Instant;
import java.util.Optional;

/**
 * What an approval, a rejection, a cancellation, a suspension, a resumption or the completion of a
 * lifecycle hook does to an action, or why it is refused.
 */
public final class CommandDecision {

  /** What comes of a command. */
  public sealed interface Outcome {

    /** The action enters another state now. */
    record Becomes(ActionState state, String why) implements Outcome {}

    /** The agent is sent a signal; what it reports decides. */
    record AskAgent(Signal signal) implements Outcome {}

    /** Nothing changes; {@code reason} names the action's state and says what would be right. */
    record Refused(String reason) implements Outcome {}
  }

  private CommandDecision() {}

  /**
   * Approves an action that waits for it.
   *
   * @param unfinishedDependencies how many other actions must succeed first
   */
  public static Outcome approve(ActionState state, int unfinishedDependencies) {
    if (state != ActionState.PENDING_APPROVE) {
      return refused("approved", state, "PENDING_APPROVE");
    }
    return unfinishedDependencies == 0
        ? new Outcome.Becomes(ActionState.PENDING_SCHEDULE, "approved")
        : new Outcome.Becomes(
            ActionState.WAITING,
            "approved; %d others must succeed first".formatted(unfinishedDependencies));
  }

  /** Rejects an action that waits for approval; it is never executed. */
  public static Outcome reject(ActionState state) {
    return state == ActionState.PENDING_APPROVE
        ? new Outcome.Becomes(ActionState.CANCELLED, "rejected")
        : refused("rejected", state, "PENDING_APPROVE");
  }

  /**
   * Cancels an action. Once the agent may have it, only the agent can: it may be executing.
   *
   * @param sentAt when a push was decided; from then on the agent may have it
   * @param agent what the agent speaks
   */
  public static Outcome cancel(ActionState state, Optional<Instant> sentAt, AgentProtocol agent) {
    return switch (state) {
      case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION ->
          new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was scheduled");
      case PENDING_SCHEDULE ->
          sentAt.isEmpty()
              ? new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was sent")
              : askAgent(state, agent);
      case NEW, RUNNING, SUSPENDED -> askAgent(state, agent);
      case DONE, FAILED, CANCELLED, LOST -> refused("cancelled", state, "an unfinished state");
    };
  }

  /**
   * Suspends an action that executes; its agent may refuse, because not every kind can.
   *
   * @param wanted what was asked of its agent last
   */
  public static Outcome suspend(ActionState state, Optional<Signal> wanted, AgentProtocol agent) {
    boolean goesOn =
        state == ActionState.RUNNING
            || (state == ActionState.SUSPENDED && wanted.equals(Optional.of(Signal.RESUME)));
    return goesOn
        ? ask(Signal.SUSPEND, state, agent)
        : refused("suspended", state, ActionState.RUNNING.name());
  }

  /** Lets an action go on that is suspended, or would be soon. */
  public static Outcome resume(ActionState state, Optional<Signal> wanted, AgentProtocol agent) {
    boolean isHeld =
        state == ActionState.SUSPENDED
            || (state == ActionState.RUNNING && wanted.equals(Optional.of(Signal.SUSPEND)));
    return isHeld
        ? ask(Signal.RESUME, state, agent)
        : refused("resumed", state, ActionState.SUSPENDED.name());
  }

  /**
   * Suspends an action on a cluster: it derives nothing more, and what it derived and is not sent
   * waits.
   */
  public static Outcome suspendOnCluster(ActionState state) {
    return state == ActionState.RUNNING
        ? new Outcome.Becomes(ActionState.SUSPENDED, "suspended, with what it derived")
        : refused("suspended", state, ActionState.RUNNING.name());
  }

  /** Lets an action on a cluster go on that is suspended. */
  public static Outcome resumeOnCluster(ActionState state) {
    return state == ActionState.SUSPENDED
        ? new Outcome.Becomes(ActionState.RUNNING, "resumed, with what it derived")
        : refused("resumed", state, ActionState.SUSPENDED.name());
  }

  /** Lets go an action that waits for its lifecycle hook. */
  public static Outcome complete(ActionState state) {
    return state == ActionState.WAITING_LIFECYCLE_COMPLETION
        ? new Outcome.Becomes(ActionState.PENDING_SCHEDULE, "its lifecycle hook was completed")
        : refused("completed", state, ActionState.WAITING_LIFECYCLE_COMPLETION.name());
  }

  /** Ends the record of an action now, whatever its agent does meanwhile. */
  public static Outcome force(ActionState state) {
    return state.isFinal()
        ? refused("cancelled", state, "an unfinished state")
        : new Outcome.Becomes(
            ActionState.CANCELLED,
            state.isOnAgent()
                ? "cancelled by force; its agent may go on with it until it is told"
                : "cancelled by force");
  }

  private static Outcome ask(Signal signal, ActionState state, AgentProtocol agent) {
    return agent.has(Ability.SUSPEND)
        ? new Outcome.AskAgent(signal)
        : new Outcome.Refused(
            "the action is %s and stays so: %s has %s"
                .formatted(state, agent, Ability.SUSPEND.withoutIt()));
  }

  private static Outcome askAgent(ActionState state, AgentProtocol agent) {
    return agent.has(Ability.CANCEL)
        ? new Outcome.AskAgent(Signal.CANCEL)
        : new Outcome.Refused(
            "the action is %s, and its agent may have it: %s has %s; to be rid of it, stop the agent and remove the node"
                .formatted(state, agent, Ability.CANCEL.withoutIt()));
  }

  private static Outcome refused(String what, ActionState state, String expected) {
    return new Outcome.Refused(
        "the action is %s and can only be %s in %s".formatted(state, what, expected));
  }
}
