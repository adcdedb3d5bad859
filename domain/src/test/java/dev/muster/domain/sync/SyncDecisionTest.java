package dev.muster.domain.sync;

import static dev.muster.domain.sync.Snapshots.EPOCH;
import static dev.muster.domain.sync.Snapshots.NOW;
import static dev.muster.domain.sync.Snapshots.before;
import static dev.muster.domain.sync.Snapshots.id;
import static dev.muster.domain.sync.Snapshots.json;
import static dev.muster.domain.sync.Snapshots.pushed;
import static dev.muster.domain.sync.Snapshots.recorded;
import static dev.muster.domain.sync.Snapshots.report;
import static dev.muster.domain.sync.Snapshots.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyncDecisionTest {

  private static List<Change> reconcile(ActionSnapshot snapshot, RecordedAction... recorded) {
    return SyncDecision.reconcile(List.of(recorded), snapshot, before());
  }

  @Test
  void changesNothingWhenBothSaySame() {
    assertThat(
            reconcile(
                snapshot(report("a", ActionState.RUNNING)), recorded("a", ActionState.RUNNING)))
        .isEmpty();
  }

  @Test
  void takesMaskedArgumentsForThoseThatWereSent() {
    ActionReport masked = report("a", ActionState.RUNNING, "{\"name\":\"•••\"}", Optional.empty());
    assertThat(reconcile(snapshot(masked), recorded("a", ActionState.RUNNING))).isEmpty();
  }

  @Test
  void notesTheProgressOfARunningAction() {
    ActionReport half =
        report(
            "a", ActionState.RUNNING, "{\"name\":\"db\"}", Optional.of(json("{\"percent\":50}")));
    assertThat(reconcile(snapshot(half), recorded("a", ActionState.RUNNING)))
        .containsExactly(new Change.Changed(id("a"), ActionState.RUNNING, half));
  }

  @Test
  void doesNotNoteTheSameProgressTwiceHoweverItsNumbersAreWritten() {
    RecordedAction half = running("{\"percent\":50}");
    assertThat(reconcile(snapshot(running("a", "{\"percent\":50}")), half)).isEmpty();
    assertThat(reconcile(snapshot(running("a", "{\"percent\":50.0}")), half)).isEmpty();
    for (String other : new String[] {"{\"percent\":51}", "{\"percent\":\"50\"}", "{}"}) {
      assertThat(reconcile(snapshot(running("a", other)), half))
          .as(other)
          .hasSize(1)
          .first()
          .isInstanceOf(Change.Changed.class);
    }
  }

  private static RecordedAction running(String payload) {
    RecordedAction bare = recorded("a", ActionState.RUNNING);
    return new RecordedAction(
        bare.id(),
        bare.kind(),
        bare.args(),
        bare.state(),
        bare.sentAt(),
        Optional.of(json(payload)));
  }

  private static ActionReport running(String name, String payload) {
    return report(name, ActionState.RUNNING, "{\"name\":\"db\"}", Optional.of(json(payload)));
  }

  @Test
  void believesAnAgentThatHasALostActionAfterAll() {
    ActionReport done = report("a", ActionState.DONE);
    assertThat(reconcile(snapshot(done), recorded("a", ActionState.LOST)))
        .containsExactly(new Change.Revived(id("a"), done));
  }

  @Test
  void sendsAgainWhatTheAgentCertainlyDoesNotHave() {
    assertThat(reconcile(snapshot(), pushed("a"))).containsExactly(new Change.SendAgain(id("a")));
    assertThat(reconcile(snapshot(), recorded("b", ActionState.PENDING_SCHEDULE))).isEmpty();
  }

  @Test
  void saysNothingOfWhatAnAgentThatListsInPartWasNotAskedFor() {
    assertThat(
            inPart(
                Set.of(id("b")),
                NOW.minusSeconds(90),
                pushed("a"),
                recorded("b", ActionState.RUNNING)))
        .containsExactly(
            new Change.Lost(id("b"), ActionState.RUNNING, "the agent no longer knows it"));
  }

  @Test
  void sendsAgainToAnAgentThatForgetsOnlyWhatItMustStillKnow() {
    assertThat(inPart(Set.of(id("a")), NOW.minusSeconds(90), pushed("a")))
        .containsExactly(new Change.SendAgain(id("a")));
    assertThat(inPart(Set.of(id("a")), NOW.minusSeconds(30), pushed("a")))
        .containsExactly(
            new Change.Lost(
                id("a"),
                ActionState.PENDING_SCHEDULE,
                "the agent does not know it, but may have executed and forgotten it since it was"
                    + " sent"));
  }

  /** What comes of an empty snapshot that was asked for with these. */
  private static List<Change> inPart(
      Set<ActionId> askedFor, Instant keptSince, RecordedAction... recorded) {
    SyncDecision.Before before =
        new SyncDecision.Before(
            5, Optional.of(EPOCH), NOW, Optional.of(new SyncDecision.Reach(askedFor, keptSince)));
    return SyncDecision.reconcile(List.of(recorded), snapshot(), before);
  }

  @Test
  void callsLostWhatMayHaveFinishedAndBeenPurged() {
    assertThat(reconcile(snapshot(EPOCH, 10, 6), pushed("a")))
        .containsExactly(
            new Change.Lost(
                id("a"),
                ActionState.PENDING_SCHEDULE,
                "the agent has purged what finished since it was last asked"));
    assertThat(reconcile(snapshot(EPOCH, 10, 5), pushed("a")))
        .containsExactly(new Change.SendAgain(id("a")));
  }

  @Test
  void callsLostWhatAnOlderDatabaseSaysWasNotSentIfTheAgentMayHavePurgedIt() {
    RecordedAction unsent = recorded("a", ActionState.PENDING_SCHEDULE);
    assertThat(reconcile(snapshot(EPOCH, 10, 6), unsent))
        .containsExactly(
            new Change.Lost(
                id("a"),
                ActionState.PENDING_SCHEDULE,
                "the agent has purged what finished since it was last asked, so nobody knows"
                    + " whether it executed this"));
    assertThat(reconcile(snapshot(EPOCH, 10, 5), unsent)).isEmpty();
    assertThat(reconcile(snapshot(EPOCH, 10, 6), recorded("b", ActionState.WAITING))).isEmpty();
    SyncDecision.Before neverAsked = new SyncDecision.Before(0, Optional.empty(), NOW);
    assertThat(SyncDecision.reconcile(List.of(unsent), snapshot(EPOCH, 10, 6), neverAsked))
        .isEmpty();
  }

  @Test
  void callsLostWhatAReplacedStoreNoLongerHas() {
    ActionSnapshot other = snapshot(new UUID(8, 8), 1, 0);
    assertThat(
            reconcile(
                other,
                recorded("a", ActionState.NEW),
                pushed("b"),
                recorded("c", ActionState.PENDING_SCHEDULE),
                recorded("d", ActionState.PENDING_APPROVE)))
        .containsExactly(
            new Change.Lost(id("a"), ActionState.NEW, "the agent's store was replaced"),
            new Change.Lost(
                id("b"), ActionState.PENDING_SCHEDULE, "the agent's store was replaced"));
    assertThat(SyncDecision.mustAskFromTheBeginning(before(), other)).isTrue();
  }

  @Test
  void asksFromTheBeginningWhenTheCursorWentBack() {
    assertThat(SyncDecision.mustAskFromTheBeginning(before(), snapshot(EPOCH, 4, 0))).isTrue();
    assertThat(SyncDecision.mustAskFromTheBeginning(before(), snapshot(EPOCH, 5, 0))).isFalse();
    SyncDecision.Before first = new SyncDecision.Before(0, Optional.empty(), NOW);
    assertThat(SyncDecision.mustAskFromTheBeginning(first, snapshot())).isFalse();
    SyncDecision.Before fromTheBeginning = new SyncDecision.Before(0, Optional.of(EPOCH), NOW);
    ActionSnapshot replaced = snapshot(new UUID(8, 8), 1, 0);
    assertThat(SyncDecision.mustAskFromTheBeginning(fromTheBeginning, replaced)).isFalse();
  }

  @Test
  void doesNotMissWhatWasSentAfterTheSnapshotWasAskedFor() {
    SyncDecision.Before earlier =
        new SyncDecision.Before(5, Optional.of(EPOCH), NOW.minusSeconds(120));
    assertThat(SyncDecision.reconcile(List.of(pushed("a")), snapshot(), earlier)).isEmpty();
    SyncDecision.Before sameMoment =
        new SyncDecision.Before(5, Optional.of(EPOCH), NOW.minusSeconds(60));
    assertThat(SyncDecision.reconcile(List.of(pushed("a")), snapshot(), sameMoment)).isEmpty();
  }

  @Test
  void reportsAnActionThatGoesOnThoughItIsRecordedAsCancelled() {
    ActionReport running = report("a", ActionState.RUNNING);
    assertThat(reconcile(snapshot(running), recorded("a", ActionState.CANCELLED)))
        .containsExactly(new Change.Stray(id("a"), ActionState.CANCELLED, running));
  }

  @Test
  void ignoresAStepBackwards() {
    assertThat(
            reconcile(snapshot(report("a", ActionState.NEW)), recorded("a", ActionState.RUNNING)))
        .isEmpty();
  }

  @Test
  void takesTheAgentsWordForAnActionThatWaitsForApprovalHere() {
    ActionReport running = report("a", ActionState.RUNNING);
    assertThat(reconcile(snapshot(running), recorded("a", ActionState.PENDING_APPROVE)))
        .containsExactly(new Change.AgentWins(id("a"), ActionState.PENDING_APPROVE, running));
  }

  @Test
  void doesNotTakeAnotherWayToWriteANumberForOtherContent() {
    RecordedAction ours =
        new RecordedAction(
            id("a"),
            recorded("a", ActionState.NEW).kind(),
            json("{\"n\":1,\"list\":[1.50]}"),
            ActionState.NEW,
            Optional.of(NOW),
            Optional.empty());
    ActionReport same =
        report("a", ActionState.NEW, "{\"list\":[1.5],\"n\":1.0}", Optional.empty());
    ActionReport other = report("a", ActionState.NEW, "{\"list\":[1.5],\"n\":2}", Optional.empty());
    assertThat(reconcile(snapshot(same), ours)).isEmpty();
    assertThat(reconcile(snapshot(other), ours))
        .containsExactly(new Change.AgentWins(id("a"), ActionState.NEW, other));
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void onlyEverRecordsTransitionsOfTheTable(ActionState ours) {
    for (ActionState theirs : ActionState.values()) {
      for (Change change : reconcile(snapshot(report("a", theirs)), recorded("a", ours))) {
        switch (change) {
          case Change.Changed changed -> assertThat(ours.mayBecome(theirs)).isTrue();
          case Change.Revived revived -> assertThat(ours).isEqualTo(ActionState.LOST);
          case Change.Stray stray -> assertThat(ours.isFinal()).isTrue();
          case Change.AgentWins wins -> assertThat(ours.isFinal()).isFalse();
          case Change.Found found -> throw new AssertionError(found);
          case Change.Lost lost -> throw new AssertionError(lost);
          case Change.SendAgain again -> throw new AssertionError(again);
        }
      }
    }
    for (Change change : reconcile(snapshot(), recorded("a", ours))) {
      assertThat(change).isInstanceOf(Change.Lost.class);
      assertThat(ours.mayBecome(ActionState.LOST)).isTrue();
    }
  }

  @Test
  void whatFailedNoEarlierThanItsTimeoutWasStoppedByIt() {
    Map<ActionId, Duration> failed =
        Map.of(
            Snapshots.id("late"), Duration.ofSeconds(60),
            Snapshots.id("early"), Duration.ofSeconds(59),
            Snapshots.id("free"), Duration.ofHours(1));
    Map<ActionId, Duration> timeouts =
        Map.of(
            Snapshots.id("late"), Duration.ofSeconds(60),
            Snapshots.id("early"), Duration.ofSeconds(60));
    assertThat(SyncDecision.timedOut(failed, timeouts)).containsExactly(Snapshots.id("late"));
  }
}
