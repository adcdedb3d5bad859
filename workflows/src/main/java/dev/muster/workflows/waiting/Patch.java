package dev.muster.workflows.waiting;

import io.temporal.workflow.Workflow;

/** How the workflows' code differed once, for executions that began then (decision 16). */
public enum Patch {
  /**
   * Watches and alarms end by themselves. Executions from before cancelled them, which only a real
   * server takes.
   */
  WAITS_END_BY_THEMSELVES("waits end by themselves");

  /** Part of histories: never to be changed. */
  private final String id;

  Patch(String id) {
    this.id = id;
  }

  /** Whether this execution began with it; to be asked once, when the workflow's method begins. */
  public boolean isIn() {
    return Workflow.getVersion(id, Workflow.DEFAULT_VERSION, 1) != Workflow.DEFAULT_VERSION;
  }
}
