package dev.muster.workflows.contract;

import dev.muster.domain.action.ActionId;

/**
 * What a person asks to be done to an action.
 *
 * @param by the person's name
 * @param why kept in the history
 */
public record ActionCommand(ActionId action, Verb verb, String by, String why) {

  /** What people may ask of an action. */
  public enum Verb {
    APPROVE,
    REJECT,
    CANCEL,
    /** Cancel it now, whatever its agent does meanwhile. */
    FORCE,
    SUSPEND,
    RESUME,
    /** Its lifecycle hook is done with, so that it need not wait any more. */
    COMPLETE;

    /** Whether it answers an approval: then it matters whether it is by whom it says. */
    public boolean answersAnApproval() {
      return this == APPROVE || this == REJECT;
    }
  }
}
