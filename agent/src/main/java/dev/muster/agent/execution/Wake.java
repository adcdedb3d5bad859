package dev.muster.agent.execution;

/** Why a pause of an execution ended. */
public enum Wake {
  /** Nothing stands against going on. */
  GO_ON,
  /** Somebody cancelled the action. */
  CANCELLED,
  /** The action's time is over. */
  TIMED_OUT
}
