package dev.muster.domain.sync;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;

/** One thing to write after an agent's snapshot was compared with the records. */
public sealed interface Change {

  ActionId action();

  /** The agent has an action that nobody recorded: record it with the agent's data. */
  record Found(ActionId action, ActionReport report) implements Change {}

  /** The agent's state, or the progress of a running action, is another than ours. */
  record Changed(ActionId action, ActionState from, ActionReport report) implements Change {}

  /** A LOST action is there after all. */
  record Revived(ActionId action, ActionReport report) implements Change {}

  /**
   * The agent has something else under this id: its record replaces ours, and both versions stay in
   * the history.
   */
  record AgentWins(ActionId action, ActionState from, ActionReport report) implements Change {}

  /** The agent knew it and no longer does, so its outcome is unknown. */
  record Lost(ActionId action, ActionState from, String why) implements Change {}

  /**
   * It was sent and the agent certainly does not have it: forget that it was sent, so that it is
   * sent again.
   */
  record SendAgain(ActionId action) implements Change {}

  /**
   * The agent still works on an action that is recorded as ended, such as one that was cancelled
   * while its acknowledgement was missing: ask the agent to CANCEL it. Nothing is recorded.
   */
  record Stray(ActionId action, ActionState recorded, ActionReport report) implements Change {}
}
