package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.change;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ActionWritesTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Records RECORDS = DATABASE.records();
  private static final RecordsFixture GIVEN = RecordsFixture.cluster(RECORDS, "one", 5);

  @BeforeAll
  static void anotherClusterExists() {
    RecordsFixture.cluster(RECORDS, "other", 1);
  }

  @Test
  void writesTheStateWhatBecameKnownAndTheHistory() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);
    GIVEN.cycle(
        writes -> writes.actions().change(List.of(done(id, ActionState.PENDING_SCHEDULE, "fine"))));

    ActionDetail shown = RECORDS.actions().show(id).orElseThrow();

    assertThat(shown.action().state()).isEqualTo(ActionState.DONE);
    assertThat(shown.action().outcome().payload().orElseThrow().get("out").stringValue())
        .isEqualTo("fine");
    assertThat(shown.action().outcome().finishedAt()).contains(after(3));
    assertThat(shown.action().course().pushedAt())
        .as("who reports it has acknowledged it")
        .isPresent();
    assertThat(shown.transitions())
        .extracting(ActionDetail.Transition::from, ActionDetail.Transition::to)
        .containsExactly(
            tuple(Optional.empty(), ActionState.PENDING_SCHEDULE),
            tuple(Optional.of(ActionState.PENDING_SCHEDULE), ActionState.DONE));
    assertThat(shown.transitions().getLast().by()).isEqualTo(Actor.agent("n-0000"));
  }

  @Test
  void anActionThatIsNotInTheExpectedStateIsLeftAlone() {
    ActionId id = recorded(ActionState.NEW);

    assertThat(written(GIVEN, change(id, ActionState.PENDING_SCHEDULE, ActionState.CANCELLED, T0)))
        .isEmpty();
    assertThat(RECORDS.actions().show(id).orElseThrow().transitions()).hasSize(1);
  }

  @Test
  void aTransitionThatIsNotInTheTableIsRefused() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);

    assertThatThrownBy(() -> change(id, ActionState.DONE, ActionState.RUNNING, T0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DONE → RUNNING");
  }

  @Test
  void twoChangesOfOneActionAtOnceAreRefused() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);
    ActionChange one = change(id, ActionState.PENDING_SCHEDULE, ActionState.NEW, T0);

    assertThatThrownBy(() -> GIVEN.cycle(writes -> writes.actions().change(List.of(one, one))))
        .hasMessageContaining("two changes at once");
  }

  @Test
  void anotherClustersActionIsOutOfReach() {
    RecordsFixture other = RecordsFixture.cluster(RECORDS, "other", 0);
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);

    assertThat(written(other, change(id, ActionState.PENDING_SCHEDULE, ActionState.NEW, T0)))
        .isEmpty();
  }

  @Test
  void anActionThatWasLostAndComesBackIsUnfinishedAgain() {
    ActionId id = recorded(ActionState.RUNNING);
    GIVEN.cycle(writes ->
        writes.actions().change(List.of(change(id, ActionState.RUNNING, ActionState.LOST, T0))));
    assertThat(RECORDS.actions().find(id).orElseThrow().outcome().finishedAt()).contains(T0);

    GIVEN.cycle(writes ->
        writes.actions().change(List.of(change(id, ActionState.LOST, ActionState.RUNNING, T0))));

    assertThat(RECORDS.actions().find(id).orElseThrow().outcome().finishedAt()).isEmpty();
    assertThat(RECORDS.actionReads().unfinishedOf(GIVEN.cluster()))
        .extracting(ActionBrief::id)
        .contains(id);
  }

  @Test
  void progressIsKeptWithoutMakingHistory() {
    ActionId id = recorded(ActionState.RUNNING);
    ActionOutcome progress =
        new ActionOutcome(
            Optional.of(T0),
            Optional.of(T0),
            Optional.empty(),
            Optional.of(WireFormat.JSON.createObjectNode().put("percent", 40)),
            Optional.empty(),
            Optional.empty(),
            Cause.NONE);

    GIVEN.cycle(writes ->
        writes
            .actions()
            .change(
                List.of(
                    new ActionChange(
                        id,
                        ActionState.RUNNING,
                        ActionState.RUNNING,
                        T0,
                        Actor.agent("n"),
                        "progress",
                        progress))));

    ActionDetail shown = RECORDS.actions().show(id).orElseThrow();
    assertThat(shown.action().outcome().payload().orElseThrow().get("percent").intValue())
        .isEqualTo(40);
    assertThat(shown.transitions()).hasSize(1);
  }

  @Test
  void theAgentsVersionReplacesOursWhichStaysInTheHistory() {
    ActionId id = recorded(ActionState.PENDING_APPROVE);
    ActionReport report =
        new ActionReport(
            id.value(),
            "exec.command",
            WireFormat.JSON.createObjectNode().put("argv", "true"),
            Map.of(),
            T0,
            after(1),
            Optional.of(after(2)),
            Optional.empty(),
            ActionState.RUNNING,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "direct",
            Optional.empty());

    GIVEN.cycle(writes ->
        writes
            .actions()
            .adopt(
                List.of(
                    new Adoption(
                        report,
                        ActionState.PENDING_APPROVE,
                        after(3),
                        Actor.agent("n-0000"),
                        "the agent has something else"))));

    ActionDetail shown = RECORDS.actions().show(id).orElseThrow();
    assertThat(shown.action().work().kind().value()).isEqualTo("exec.command");
    assertThat(shown.action().state()).isEqualTo(ActionState.RUNNING);
    assertThat(
            shown
                .transitions()
                .getLast()
                .payload()
                .orElseThrow()
                .at("/replaced/kind")
                .stringValue())
        .isEqualTo("test.success");
  }

  @Test
  void theFirstWhoCancelsIsKept() {
    ActionId id = recorded(ActionState.RUNNING);

    assertThat(cancelRequested(id, "ada", after(1))).containsExactly(id);
    assertThat(cancelRequested(id, "bob", after(2))).isEmpty();
    GIVEN.cycle(writes -> {
      writes.actions().cancelSent(List.of(id), after(3));
      writes.actions().blame(List.of(id), Cause.UNREACHABLE);
      return 0;
    });

    ActionBrief brief = RECORDS.actionReads().byIds(List.of(id)).values().iterator().next();
    assertThat(brief.wanted().cancelRequest()).contains(new CancelRequest(after(1), "ada"));
    assertThat(brief.wanted().cancelSentAt()).contains(after(3));
    assertThat(RECORDS.actions().find(id).orElseThrow().outcome().cause())
        .isEqualTo(Cause.UNREACHABLE);
  }

  @Test
  void characterZeroFromAnAgentSpoilsNothing() {
    ActionId id = recorded(ActionState.PENDING_SCHEDULE);

    GIVEN.cycle(
        writes -> writes.actions().change(List.of(done(id, ActionState.PENDING_SCHEDULE, "a\0b"))));

    assertThat(
            RECORDS
                .actions()
                .find(id)
                .orElseThrow()
                .outcome()
                .payload()
                .orElseThrow()
                .get("out")
                .stringValue())
        .isEqualTo("a\uFFFDb");
  }

  private static Set<ActionId> written(RecordsFixture cluster, ActionChange change) {
    return cluster.cycle(writes -> writes.actions().change(List.of(change)));
  }

  private static Set<ActionId> cancelRequested(ActionId id, String by, Instant at) {
    return GIVEN.cycle(writes -> writes.actions().requestCancel(List.of(id), by, at));
  }

  private static ActionChange done(ActionId id, ActionState from, String out) {
    return new ActionChange(
        id,
        from,
        ActionState.DONE,
        after(4),
        Actor.agent("n-0000"),
        "reported",
        new ActionOutcome(
            Optional.of(after(1)),
            Optional.of(after(2)),
            Optional.of(after(3)),
            Optional.of(WireFormat.JSON.createObjectNode().put("out", out)),
            Optional.empty(),
            Optional.of(0),
            Cause.NONE));
  }

  private static ActionId recorded(ActionState state) {
    NewAction action = GIVEN.action(node(0), state, T0);
    assertThat(RECORDS.actions().insert(List.of(action))).containsExactly(action.id());
    return action.id();
  }
}
