package dev.muster.domain.action;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import java.time.Instant;
import java.util.Optional;

/** What an approval, a rejection or a cancellation does to an action, or why it is refused. */
public final class CommandDecision {

  /** What comes of a command. */
  public sealed interface Outcome {

    /** The action enters another state now. */
    record Becomes(ActionState state, String why) implements Outcome {}

    /** The agent is asked to stop it; what it reports decides. */
    record AskAgent() implements Outcome {}

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

  private static Outcome askAgent(ActionState state, AgentProtocol agent) {
    return agent.has(Ability.CANCEL)
        ? new Outcome.AskAgent()
        : new Outcome.Refused(
            "the action is %s, and its agent may have it: %s has %s; to be rid of it, stop the agent and remove the node"
                .formatted(state, agent, Ability.CANCEL.withoutIt()));
  }

  private static Outcome refused(String what, ActionState state, String expected) {
    return new Outcome.Refused(
        "the action is %s and can only be %s in %s".formatted(state, what, expected));
  }
}
