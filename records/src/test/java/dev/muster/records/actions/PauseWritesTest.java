package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class PauseWritesTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Records RECORDS = DATABASE.records();
  private static final RecordsFixture GIVEN = RecordsFixture.cluster(RECORDS, "one", 1);

  @Test
  void theLastWhoSuspendsOrResumesCountsAndWhatWasSentBeforeDoesNot() {
    ActionId id = recorded(ActionState.RUNNING);

    GIVEN.cycle(writes -> {
      assertThat(writes.actions().requestPause(List.of(id), Signal.SUSPEND, "ada", after(1)))
          .containsExactly(id);
      assertThat(writes.actions().requestPause(List.of(id), Signal.RESUME, "bob", after(2)))
          .containsExactly(id);
      writes.actions().pauseSent(id, Signal.SUSPEND, Optional.empty(), after(3));
      return 0;
    });
    assertThat(pause(id))
        .isEqualTo(
            new PauseRequest(Signal.RESUME, after(2), "bob", Optional.empty(), Optional.empty()));

    GIVEN.cycle(writes -> {
      writes.actions().pauseSent(id, Signal.RESUME, Optional.of("it cannot"), after(4));
      return 0;
    });
    assertThat(pause(id).unsent()).isEmpty();
    assertThat(pause(id).wanted()).isEmpty();
    assertThat(RECORDS.actions().find(id).orElseThrow().course().pause().orElseThrow().refusal())
        .contains("it cannot");
  }

  @Test
  void whatHasEndedIsNotSuspended() {
    ActionId id = recorded(ActionState.DONE);

    assertThat(
            GIVEN.<Set<ActionId>>cycle(writes ->
                writes.actions().requestPause(List.of(id), Signal.SUSPEND, "ada", after(1))))
        .isEmpty();
  }

  private static PauseRequest pause(ActionId id) {
    ActionBrief brief = RECORDS.actionReads().byIds(List.of(id)).values().iterator().next();
    return brief.wanted().pause().orElseThrow();
  }

  private static ActionId recorded(ActionState state) {
    NewAction action = GIVEN.action(node(0), state, T0);
    RECORDS.actions().insert(List.of(action));
    return action.id();
  }
}
