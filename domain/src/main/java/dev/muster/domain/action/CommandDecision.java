package dev.muster.domain.action;

import java.time.Instant;
import java.util.Optional;

/** What an approval, a rejection or a signal does to an action, or why it is refused. */
public final class CommandDecision {

  /** What comes of a command. */
  public sealed interface Outcome {

    /** The action enters another state now. */
    record Becomes(ActionState state, String why) implements Outcome {}

    /** The agent is asked; what it reports decides. */
    record AskAgent(Signal signal) implements Outcome {}

    /** Nothing changes; {@code reason} names the action's state and says what would be right. */
    record Refused(String reason) implements Outcome {}
  }

  /** What an agent can be asked to do. */
  public enum Signal {
    CANCEL,
    SUSPEND,
    RESUME
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
   * @param pushedAt when it was sent and may have reached the agent
   */
  public static Outcome cancel(ActionState state, Optional<Instant> pushedAt) {
    return switch (state) {
      case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION ->
          new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was scheduled");
      case PENDING_SCHEDULE ->
          pushedAt.isEmpty()
              ? new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was sent")
              : new Outcome.AskAgent(Signal.CANCEL);
      case NEW, RUNNING, SUSPENDED -> new Outcome.AskAgent(Signal.CANCEL);
      case DONE, FAILED, CANCELLED, LOST -> refused("cancelled", state, "an unfinished state");
    };
  }

  /** Pauses a running action. */
  public static Outcome suspend(ActionState state) {
    return state == ActionState.RUNNING
        ? new Outcome.AskAgent(Signal.SUSPEND)
        : refused("suspended", state, "RUNNING");
  }

  /** Lets a suspended action go on. */
  public static Outcome resume(ActionState state) {
    return state == ActionState.SUSPENDED
        ? new Outcome.AskAgent(Signal.RESUME)
        : refused("resumed", state, "SUSPENDED");
  }

  private static Outcome refused(String what, ActionState state, String expected) {
    return new Outcome.Refused(
        "the action is %s and can only be %s in %s".formatted(state, what, expected));
  }
}
