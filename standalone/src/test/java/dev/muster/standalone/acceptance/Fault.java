package dev.muster.standalone.acceptance;

/** What goes wrong. A seed takes the one at its place, so that each has its share. */
enum Fault {
  /** kill -9 of an agent that executes something. */
  AGENT_KILLED,
  /** Connections end before the agent got the request. */
  CUT_BEFORE,
  /** Connections end after the agent did what was asked. */
  CUT_AFTER,
  /** Each request arrives twice, at the same time. */
  TWICE,
  /** The agent's clock is an hour ahead, or behind, or right again. */
  CLOCK_MOVED,
  CUT_BEFORE_AND_AGENT_KILLED,
  CUT_AFTER_AND_AGENT_KILLED,
  TWICE_AND_CLOCK_MOVED,
  /** The agent comes back without its store. */
  STORE_WIPED,
  /** kill -9 of Muster, whose worker is in it. */
  WORKER_KILLED,
  CUT_BEFORE_AGAIN,
  CUT_AFTER_AGAIN,
  TWICE_AGAIN,
  AGENT_KILLED_AGAIN,
  CUT_AFTER_AND_WORKER_KILLED;

  static Fault of(int seed) {
    return values()[seed % values().length];
  }

  FaultyDoor.Manner manner() {
    return switch (this) {
      case CUT_BEFORE, CUT_BEFORE_AGAIN, CUT_BEFORE_AND_AGENT_KILLED ->
          FaultyDoor.Manner.CUT_BEFORE;
      case CUT_AFTER, CUT_AFTER_AGAIN, CUT_AFTER_AND_AGENT_KILLED, CUT_AFTER_AND_WORKER_KILLED ->
          FaultyDoor.Manner.CUT_AFTER;
      case TWICE, TWICE_AGAIN, TWICE_AND_CLOCK_MOVED -> FaultyDoor.Manner.TWICE;
      case AGENT_KILLED, AGENT_KILLED_AGAIN, CLOCK_MOVED, STORE_WIPED, WORKER_KILLED ->
          FaultyDoor.Manner.WELL;
    };
  }

  boolean killsAgent() {
    return switch (this) {
      case AGENT_KILLED,
          AGENT_KILLED_AGAIN,
          CUT_BEFORE_AND_AGENT_KILLED,
          CUT_AFTER_AND_AGENT_KILLED,
          CLOCK_MOVED,
          TWICE_AND_CLOCK_MOVED,
          STORE_WIPED ->
          true;
      case CUT_BEFORE,
          CUT_AFTER,
          TWICE,
          WORKER_KILLED,
          CUT_BEFORE_AGAIN,
          CUT_AFTER_AGAIN,
          TWICE_AGAIN,
          CUT_AFTER_AND_WORKER_KILLED ->
          false;
    };
  }

  boolean movesClock() {
    return this == CLOCK_MOVED || this == TWICE_AND_CLOCK_MOVED;
  }

  boolean killsWorker() {
    return this == WORKER_KILLED || this == CUT_AFTER_AND_WORKER_KILLED;
  }
}
