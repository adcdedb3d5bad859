package dev.muster.domain.autopilot;

/** The status of a plan, from what NewPlan froze and the run as it is now. */
public final class PlanProjection {

  private PlanProjection() {}

  /**
   * Projects. Nothing that Autopilot's consumers do not know ever appears: what is paused, waits
   * for approval or for a window is SchedulableWait, what was cancelled or took too long is
   * ApplyFailed, and the reason is the description of the command that it is about.
   *
   * @param frozen what {@link PlanTranslation} left
   */
  public static PlanStatus project(PlanStatus frozen, SeenRun run, Dialect dialect) {
    if (run.stages().isEmpty()) {
      return frozen;
    }
    throw new UnsupportedOperationException();
  }
}
