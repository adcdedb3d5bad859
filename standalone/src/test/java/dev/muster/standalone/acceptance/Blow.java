package dev.muster.standalone.acceptance;

/** What is killed by -9, and at what moment of a run. A seed takes the one at its place. */
enum Blow {
  MUSTER(Moment.IN_A_STEP, Victim.MUSTER),
  MUSTER_AND_ITS_DATABASE(Moment.IN_A_STEP, Victim.BOTH),
  AN_AGENT(Moment.IN_A_STEP, Victim.AGENT),
  THE_DATABASE(Moment.IN_A_STEP, Victim.DATABASE),
  MUSTER_BETWEEN_STAGES(Moment.BETWEEN_STAGES, Victim.MUSTER),
  BOTH_BETWEEN_STAGES(Moment.BETWEEN_STAGES, Victim.BOTH),
  MUSTER_IN_A_REPLACEMENT(Moment.IN_A_REPLACEMENT, Victim.MUSTER),
  BOTH_IN_A_REPLACEMENT(Moment.IN_A_REPLACEMENT, Victim.BOTH),
  MUSTER_TWICE(Moment.AGAIN_IN_THE_START, Victim.MUSTER),
  BOTH_TWICE(Moment.AGAIN_IN_THE_START, Victim.BOTH);

  /** What is killed. */
  enum Victim {
    MUSTER,
    /** The PostgreSQL that keeps Muster's records. */
    DATABASE,
    /** Muster and its database, at once. */
    BOTH,
    AGENT
  }

  /** When. */
  enum Moment {
    /** An action is executing. */
    IN_A_STEP,
    /** Every node has done one stage, and none has done anything of the next. */
    BETWEEN_STAGES,
    /** The embedded engine is being replaced by an empty one; other engines: in a step. */
    IN_A_REPLACEMENT,
    /** In a step, and once more while it starts. */
    AGAIN_IN_THE_START
  }

  private final Moment moment;
  private final Victim victim;

  Blow(Moment moment, Victim victim) {
    this.moment = moment;
    this.victim = victim;
  }

  static Blow of(int seed) {
    return values()[seed % values().length];
  }

  Moment on(TestedEngine engine) {
    return moment == Moment.IN_A_REPLACEMENT && engine != TestedEngine.EMBEDDED
        ? Moment.IN_A_STEP
        : moment;
  }

  Victim victim() {
    return victim;
  }
}
