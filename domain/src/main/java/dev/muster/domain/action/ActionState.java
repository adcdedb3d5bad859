package dev.muster.domain.action;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The life of an action. {@link #TRANSITIONS} is the whole specification: what is not in it is
 * refused, and the diagram in docs/states is printed from it.
 *
 * <p>The words are Replicante's, with SUSPENDED and the WAITING ones from OpenStack Senlin.
 */
public enum ActionState {
  /** Known to Muster; may not be scheduled until it is approved. */
  PENDING_APPROVE,
  /** Other actions must succeed first. */
  WAITING,
  /** A node's removal waits for its lifecycle hook, or for the hook's timeout. */
  WAITING_LIFECYCLE_COMPLETION,
  /**
   * May or may not have been sent to the agent: the records have the time of the last push, and the
   * time at which the agent acknowledged one.
   */
  PENDING_SCHEDULE,
  /** The agent has it and will execute it when possible. */
  NEW,
  /** The agent executes it. */
  RUNNING,
  /** Paused in execution; only RESUME continues it. */
  SUSPENDED,
  /** Final: finished successfully. */
  DONE,
  /** Final: could not be executed successfully. */
  FAILED,
  /** Final: interrupted, or never executed. */
  CANCELLED,
  /**
   * The agent knew it, or may have, and no longer does, or its node was removed; final, but an
   * agent that reports it again is believed.
   */
  LOST;

  /** One row of the table: {@code from} may be followed by {@code to}, {@code when}. */
  public record Transition(ActionState from, ActionState to, String when) {}

  /** Everything that can happen to an action after it was created. */
  public static final List<Transition> TRANSITIONS =
      List.of(
          row(PENDING_APPROVE, PENDING_SCHEDULE, "approved"),
          row(PENDING_APPROVE, WAITING, "approved, and others must succeed first"),
          row(PENDING_APPROVE, CANCELLED, "rejected or cancelled"),
          row(WAITING, PENDING_SCHEDULE, "every dependency is DONE"),
          row(WAITING, CANCELLED, "a dependency ended otherwise, or cancelled"),
          row(WAITING_LIFECYCLE_COMPLETION, PENDING_SCHEDULE, "completed, or the hook timed out"),
          row(WAITING_LIFECYCLE_COMPLETION, CANCELLED, "cancelled"),
          row(PENDING_SCHEDULE, NEW, "the agent reports it"),
          row(PENDING_SCHEDULE, RUNNING, "the agent reports it, or it is the cluster's turn"),
          row(PENDING_SCHEDULE, SUSPENDED, "the agent reports it"),
          row(PENDING_SCHEDULE, DONE, "the agent reports it"),
          row(
              PENDING_SCHEDULE,
              FAILED,
              "the agent refuses or fails it, or it could not be sent in time"),
          row(PENDING_SCHEDULE, CANCELLED, "cancelled"),
          row(PENDING_SCHEDULE, LOST, "the agent may have had it and no longer knows it"),
          row(NEW, RUNNING, "the agent reports it"),
          row(NEW, SUSPENDED, "the agent reports it"),
          row(NEW, DONE, "the agent reports it"),
          row(NEW, FAILED, "the agent reports it"),
          row(NEW, CANCELLED, "the agent reports it"),
          row(NEW, LOST, "the agent no longer knows it"),
          row(RUNNING, RUNNING, "progress"),
          row(RUNNING, SUSPENDED, "the agent reports it"),
          row(RUNNING, DONE, "the agent reports it"),
          row(RUNNING, FAILED, "the agent reports it"),
          row(RUNNING, CANCELLED, "the agent reports it"),
          row(RUNNING, LOST, "the agent no longer knows it"),
          row(RUNNING, PENDING_SCHEDULE, "retried"),
          row(SUSPENDED, RUNNING, "resumed"),
          row(SUSPENDED, DONE, "the agent reports it"),
          row(SUSPENDED, FAILED, "the agent reports it"),
          row(SUSPENDED, CANCELLED, "the agent reports it"),
          row(SUSPENDED, LOST, "the agent no longer knows it"),
          row(LOST, NEW, "the agent has it after all"),
          row(LOST, RUNNING, "the agent has it after all"),
          row(LOST, SUSPENDED, "the agent has it after all"),
          row(LOST, DONE, "the agent has it after all"),
          row(LOST, FAILED, "the agent has it after all"),
          row(LOST, CANCELLED, "the agent has it after all"));

  private static final Set<ActionState> FINAL =
      Collections.unmodifiableSet(EnumSet.of(DONE, FAILED, CANCELLED, LOST));

  /** Those in which the agent is known to have it and has not finished it. */
  public static final Set<ActionState> ON_AGENT =
      Collections.unmodifiableSet(EnumSet.of(NEW, RUNNING, SUSPENDED));

  private static final Map<ActionState, Set<ActionState>> AFTER = index();

  /** Whether the table has a row from this state to {@code next}. */
  public boolean mayBecome(ActionState next) {
    return AFTER.getOrDefault(this, Set.of()).contains(next);
  }

  /** Whether nothing more is expected to happen. LOST is final, though an agent may revive it. */
  public boolean isFinal() {
    return FINAL.contains(this);
  }

  /** Whether the agent is known to have it and has not finished it. */
  public boolean isOnAgent() {
    return ON_AGENT.contains(this);
  }

  private static Transition row(ActionState from, ActionState to, String when) {
    return new Transition(from, to, when);
  }

  private static Map<ActionState, Set<ActionState>> index() {
    Map<ActionState, Set<ActionState>> after = new EnumMap<>(ActionState.class);
    for (Transition row : TRANSITIONS) {
      after.computeIfAbsent(row.from(), from -> EnumSet.noneOf(ActionState.class)).add(row.to());
    }
    return after;
  }
}
