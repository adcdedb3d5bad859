package dev.muster.activities.fake;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.records.actions.ActionRecord;
import java.time.Instant;
import java.util.Optional;

/** What agents say of actions that Muster gave them. */
public final class Reports {

  private Reports() {}

  /** It is done. */
  public static ActionReport done(ActionId id, ActionRecord action) {
    Instant now = Instant.now();
    return new ActionReport(
        id.value(),
        action.work().kind().value(),
        action.work().args(),
        action.work().metadata(),
        action.course().createdAt(),
        now,
        Optional.of(now),
        Optional.of(now),
        ActionState.DONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "core",
        Optional.empty(),
        Optional.of(0L));
  }
}
