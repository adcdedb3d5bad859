package dev.muster.standalone.acceptance;

/** What goes wrong while a plan runs. A seed takes the one at its place. */
enum PlanFault {
  NOTHING,
  /** kill -9 of the agent of a node of the plan. */
  AGENT_KILLED,
  /** kill -9 of Muster, whose worker is in it; on a server of some of its processes. */
  MUSTER_KILLED,
  /** The plan has another hash than the file. */
  WRONG_HASH,
  /** Nobody listens where the plan's file should be. */
  NO_SERVER,
  /** A node of the plan is removed from the cluster. */
  NODE_VANISHES,
  /** Somebody pauses the plan, and resumes it. */
  PAUSED,
  AGENT_AND_MUSTER_KILLED;

  static PlanFault of(int seed) {
    return values()[seed % values().length];
  }

  /** Whether the plan may end otherwise than Completed. */
  boolean mayFail() {
    return this == WRONG_HASH || this == NO_SERVER || this == NODE_VANISHES;
  }

  /** Whether something is done to it while it runs. */
  boolean strikes() {
    return this != NOTHING && this != WRONG_HASH && this != NO_SERVER;
  }
}
