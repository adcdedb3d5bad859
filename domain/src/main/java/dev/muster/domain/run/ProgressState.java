package dev.muster.domain.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Where a run, or one of its stages, is. The words are k0s Autopilot's, which has no word for the
 * last four.
 */
public enum ProgressState {
  /** Parameters are being checked and targets frozen. */
  NEW_PLAN("NewPlan", false),
  /** May it go on? Something in flight must finish first. */
  SCHEDULABLE_WAIT("SchedulableWait", false),
  /** Actions may be started. */
  SCHEDULABLE("Schedulable", false),
  /** Final: every stage finished. */
  COMPLETED("Completed", true),
  /** Final: a node that was resolved is gone, or its platform is missing from the plan. */
  INCOMPLETE_TARGETS("IncompleteTargets", true),
  /** Final: a probe failed on a node that was resolved. */
  INCONSISTENT_TARGETS("InconsistentTargets", true),
  /** Final: the plan targets what the installation excludes. */
  RESTRICTED("Restricted", true),
  /** Final: the plan has nothing for a node's platform. */
  MISSING_PLATFORM("MissingPlatform", true),
  /** Final: a node disappeared while it was worked on. */
  MISSING_SIGNAL_NODE("MissingSignalNode", true),
  /** Final: more nodes failed than the budget allows. */
  APPLY_FAILED("ApplyFailed", true),
  /** A person paused it; nothing new is started, nothing is interrupted. */
  PAUSED("Paused", false),
  /** A person must approve first. */
  PENDING_APPROVE("PendingApprove", false),
  /** Final: a person ended it, or its approval was refused or timed out. */
  CANCELLED("Cancelled", true),
  /** Final: a stage failed, and the rollback stages undid what was done. */
  ROLLED_BACK("RolledBack", true);

  private final String word;
  private final boolean end;

  ProgressState(String word, boolean end) {
    this.word = word;
    this.end = end;
  }

  /** The state that {@link #word} gives, in any case. */
  @JsonCreator
  public static ProgressState parse(String word) {
    for (ProgressState state : values()) {
      if (state.word.equalsIgnoreCase(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "state: '%s' (expected: one of Autopilot's, such as Completed)".formatted(word));
  }

  /** The word that people and programs see. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Whether nothing more will happen. */
  public boolean isFinal() {
    return end;
  }
}
