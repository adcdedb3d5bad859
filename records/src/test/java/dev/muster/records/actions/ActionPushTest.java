package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.nodes.NodeSelection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ActionPushTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Records RECORDS = DATABASE.records();
  private static final RecordsFixture GIVEN = RecordsFixture.cluster(RECORDS, "one", 5);

  @BeforeAll
  static void anotherClusterExists() {
    RecordsFixture.cluster(RECORDS, "other", 1);
  }

  @Test
  void aReasonIsWrittenOnceAndGoesWhenTheActionIsSent() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);
    WaitReason reason =
        new WaitReason(WaitReason.Code.NODE_BUSY, "behind x", Map.of("action", "x"));
    GIVEN.cycle(writes -> explained(writes, id, reason));
    assertThat(RECORDS.actions().find(id).orElseThrow().course().waits()).contains(reason);

    List<Push> pushes = GIVEN.cycle(writes -> writes.actions().send(List.of(id), after(5)));

    assertThat(pushes).extracting(Push::id).containsExactly(id);
    assertThat(pushes.getFirst().args().get("text").stringValue()).isEqualTo("hello");
    ActionRecord sent = RECORDS.actions().find(id).orElseThrow();
    assertThat(sent.course().waits()).isEmpty();
    assertThat(sent.course().sentAt()).contains(after(5));
    assertThat(sent.course().pushAttempts()).isEqualTo(1);
    assertThat(RECORDS.actionReads().toPush(GIVEN.cluster(), NodeSelection.all()))
        .extracting(Push::id)
        .contains(id);
  }

  @Test
  void whatTheAgentDoesNotHaveMayBeSentAgain() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);
    GIVEN.cycle(writes -> {
      writes.actions().send(List.of(id), T0);
      writes.actions().pushed(List.of(id), after(1));
      return 0;
    });
    assertThat(RECORDS.actions().find(id).orElseThrow().course().pushedAt()).contains(after(1));

    GIVEN.cycle(writes -> {
      writes.actions().forgetSent(List.of(id));
      return 0;
    });

    ActionRecord action = RECORDS.actions().find(id).orElseThrow();
    assertThat(action.course().sentAt()).isEmpty();
    assertThat(action.course().pushedAt()).isEmpty();
    assertThat(action.course().pushAttempts()).isEqualTo(1);
  }

  private static int explained(CycleWrites writes, ActionId id, WaitReason reason) {
    writes.actions().explain(List.of(new WaitingAction(id, reason)));
    return 0;
  }

  private static ActionId recorded(ActionState state) {
    NewAction action = GIVEN.action(node(0), state, T0);
    assertThat(RECORDS.actions().insert(List.of(action))).containsExactly(action.id());
    return action.id();
  }
}
