package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;

/** What is to become of an action in PENDING_SCHEDULE in this cycle. */
public sealed interface Verdict {

  ActionId action();

  /** It may be pushed to its agent now. */
  record Start(ActionId action) implements Verdict {}

  /** It waits, and this is why. */
  record Wait(ActionId action, WaitReason reason) implements Verdict {}
}
