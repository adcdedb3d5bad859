package dev.muster.cli.follow;

import java.util.Locale;
import java.util.Set;

/**
 * Which states mean that something is over, and which that it failed. The command line knows Muster
 * by its REST API alone, so it says this for itself; a test compares it with the domain. A state
 * that is not known is none of them.
 */
public final class KnownStates {

  private static final Set<String> FAILED_RUNS =
      Set.of(
          "APPLYFAILED",
          "INCOMPLETETARGETS",
          "INCONSISTENTTARGETS",
          "RESTRICTED",
          "MISSINGPLATFORM",
          "MISSINGSIGNALNODE");
  private static final Set<String> OTHER_ENDS_OF_RUNS =
      Set.of("COMPLETED", "CANCELLED", "ROLLEDBACK");
  private static final Set<String> PLANS_THAT_GO_ON =
      Set.of("", "NEWPLAN", "SCHEDULABLE", "SCHEDULABLEWAIT");
  private static final Set<String> FAILED_NODES = Set.of("FAILED", "TIMED_OUT", "UNREACHABLE");
  private static final Set<String> OTHER_ENDS_OF_NODES =
      Set.of("SUCCEEDED", "SKIPPED", "CANCELLED");
  private static final Set<String> FAILED_ACTIONS = Set.of("FAILED", "LOST");
  private static final Set<String> OTHER_ENDS_OF_ACTIONS = Set.of("DONE", "CANCELLED");

  private KnownStates() {}

  /** Whether a run or a stage is over, in whatever case its state is written. */
  public static boolean isFinalRun(String state) {
    return isFailedRun(state) || OTHER_ENDS_OF_RUNS.contains(upper(state));
  }

  /** Whether a run or a stage failed, in whatever case its state is written. */
  public static boolean isFailedRun(String state) {
    return FAILED_RUNS.contains(upper(state));
  }

  /**
   * Whether a plan of Autopilot is over: as in Autopilot, every state but those of a plan that goes
   * on is an end, also one that is not known here.
   */
  public static boolean isFinalPlan(String state) {
    return !PLANS_THAT_GO_ON.contains(upper(state));
  }

  /** Whether a node's part in its stage is over. */
  public static boolean isFinalNode(String state) {
    return isFailedNode(state) || OTHER_ENDS_OF_NODES.contains(state);
  }

  /** Whether a node counts against its stage's budget. */
  public static boolean isFailedNode(String state) {
    return FAILED_NODES.contains(state);
  }

  /** Whether an action is over. */
  public static boolean isFinalAction(String state) {
    return isFailedAction(state) || OTHER_ENDS_OF_ACTIONS.contains(state);
  }

  /** Whether an action is over and did not do what it should, although nobody stopped it. */
  public static boolean isFailedAction(String state) {
    return FAILED_ACTIONS.contains(state);
  }

  private static String upper(String state) {
    return state.toUpperCase(Locale.ROOT);
  }
}
