package dev.muster.workflows.waiting;

import io.temporal.workflow.Workflow;

/** How the workflows' code differed once, for executions that began then (decision 16). */
public enum Patch {
  /**
   * Watches and alarms end by themselves. Executions from before cancelled them, which only a real
   * server takes.
   */
  WAITS_END_BY_THEMSELVES("waits end by themselves"),

  /**
   * A cycle over more named nodes than a batch visits these. Executions from before visited all
   * nodes then.
   */
  MANY_NODES_ARE_NAMED("many nodes are named"),

  /** A run takes its epoch with the first advance. Executions from before took it on its own. */
  BEGINS_WITH_AN_ADVANCE("begins with an advance");

  /** Part of histories: never to be changed. */
  private final String id;

  Patch(String id) {
    this.id = id;
  }

  /** Whether this execution began with it; to be asked where it differs. */
  public boolean isIn() {
    return Workflow.getVersion(id, Workflow.DEFAULT_VERSION, 1) != Workflow.DEFAULT_VERSION;
  }
}
