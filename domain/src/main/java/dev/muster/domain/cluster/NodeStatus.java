package dev.muster.domain.cluster;

/** How a node was when Muster last looked. */
public enum NodeStatus {
  /** No agent has answered for it yet. */
  UNKNOWN,
  /** The agent answers and the node is well. */
  UP,
  /** The agent answers and reports that the node works, but not well. */
  UNHEALTHY,
  /** The agent answers and reports that the node does not work. */
  NODE_DOWN,
  /** The agent did not answer the last time it was asked. */
  UNREACHABLE,
  /**
   * The source that named it does not any more: it takes part in nothing until it is named again.
   */
  VANISHED;

  /** Whether the agent answered: it can be given work. */
  public boolean agentAnswers() {
    return switch (this) {
      case UP, UNHEALTHY, NODE_DOWN -> true;
      case UNKNOWN, UNREACHABLE, VANISHED -> false;
    };
  }
}
