package dev.muster.domain.conformance;

import static dev.muster.domain.sync.Snapshots.before;
import static dev.muster.domain.sync.Snapshots.id;
import static dev.muster.domain.sync.Snapshots.recorded;
import static dev.muster.domain.sync.Snapshots.report;
import static dev.muster.domain.sync.Snapshots.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.CommandDecision;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Scheduler;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sync.Change;
import dev.muster.domain.sync.NodeHealth;
import dev.muster.domain.sync.RecordedAction;
import dev.muster.domain.sync.SyncDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicante Core; the numbers are those of docs/conformance/replicante-core.md. */
class ReplicanteCoreTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final ActionState PENDING = ActionState.PENDING_SCHEDULE;

  private static List<Change> sync(ActionSnapshot snapshot, RecordedAction... recorded) {
    return SyncDecision.reconcile(List.of(recorded), snapshot, before());
  }

  private final List<Claim> claims = new ArrayList<>();

  private ReplicanteCoreTest node(String name, ActionState state) {
    return add(name, Optional.of(new NodeId("n" + (claims.size() + 1))), state, false);
  }

  private ReplicanteCoreTest exclusive(String name, ActionState state) {
    return add(name, Optional.empty(), state, true);
  }

  private ReplicanteCoreTest add(
      String name, Optional<NodeId> node, ActionState state, boolean exclusive) {
    claims.add(
        new Claim(
            ActionId.derived(name),
            node,
            state,
            state.isOnAgent(),
            NOW.plusSeconds(claims.size()),
            ClusterView.PartOf.stage(Optional.empty()),
            ClusterView.Needs.NODE_UP,
            exclusive ? ClusterView.Takes.CLUSTER : ClusterView.Takes.NOTHING,
            Optional.empty()));
    return this;
  }

  private Decision decide() {
    Map<NodeId, NodeStatus> nodes =
        Map.of(
            new NodeId("n1"), NodeStatus.UP,
            new NodeId("n2"), NodeStatus.UP,
            new NodeId("n3"), NodeStatus.UP,
            new NodeId("n4"), NodeStatus.UP);
    return Scheduler.decide(
        new ClusterView(ClusterSettings.DEFAULT, nodes, claims, Map.of()), NOW.plusSeconds(60));
  }

  private boolean starts(String name) {
    return decide().verdicts().contains(new Verdict.Start(ActionId.derived(name)));
  }

  private boolean heldByExclusion(String name) {
    return decide().verdicts().stream()
        .anyMatch(verdict ->
            verdict instanceof Verdict.Wait(ActionId action, WaitReason reason)
                && action.equals(ActionId.derived(name))
                && reason.code() == WaitReason.Code.CLUSTER_EXCLUSIVE);
  }

  @Test
  void case18AStepBackToNewIsNotRecordedAndNewMayEndAtOnce() {
    assertThat(sync(snapshot(report("a", ActionState.NEW)), recorded("a", ActionState.RUNNING)))
        .isEmpty();
    assertThat(sync(snapshot(report("b", ActionState.DONE)), recorded("b", ActionState.NEW)))
        .containsExactly(
            new Change.Changed(id("b"), ActionState.NEW, report("b", ActionState.DONE)));
  }

  @Test
  void case22QueueComesBeforeFinished() {
    assertThat(
            sync(
                snapshot(
                    report("1", ActionState.RUNNING),
                    report("2", ActionState.DONE),
                    report("3", ActionState.FAILED))))
        .extracting(Change::action)
        .containsExactly(id("1"), id("2"), id("3"));
  }

  @Test
  void case23AnIdInBothListsIsProcessedOnceAtItsFirstPlace() {
    ActionReport first = report("1", ActionState.RUNNING);
    assertThat(sync(snapshot(first, report("2", ActionState.DONE), report("1", ActionState.DONE))))
        .containsExactly(
            new Change.Found(id("1"), first),
            new Change.Found(id("2"), report("2", ActionState.DONE)));
  }

  @Test
  void case24AnActionOnlyOnTheAgentIsRecordedWithItsState() {
    ActionReport running = report("a", ActionState.RUNNING);
    assertThat(sync(snapshot(running))).containsExactly(new Change.Found(id("a"), running));
  }

  @Test
  void case25TheAgentsStateIsTaken() {
    ActionReport running = report("a", ActionState.RUNNING);
    assertThat(sync(snapshot(running), recorded("a", ActionState.NEW)))
        .containsExactly(new Change.Changed(id("a"), ActionState.NEW, running));
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void case26WhatTheAgentKnewAndNoLongerDoesIsLostAndNothingElse(ActionState state) {
    assertThat(sync(snapshot(), recorded("a", state)))
        .isEqualTo(
            state.isOnAgent()
                ? List.of(new Change.Lost(id("a"), state, "the agent no longer knows it"))
                : List.of());
  }

  @Test
  void case27WhatWaitsForApprovalIsNotPushed() {
    node("approve", ActionState.PENDING_APPROVE).node("schedule", PENDING);
    assertThat(decide().verdicts())
        .containsExactly(new Verdict.Start(ActionId.derived("schedule")));
  }

  @Test
  void case28NothingIsPushedWhileNodesAreBlockedAndEverythingStaysPending() {
    exclusive("alone", ActionState.RUNNING).node("a", PENDING).node("b", PENDING);
    assertThat(decide().verdicts()).hasSize(2).allMatch(Verdict.Wait.class::isInstance);
  }

  @Test
  void case32StatusFollowsWhatAnswers() {
    NodeHealth before = NodeHealth.UNSEEN;
    assertThat(before.answered(NodeStatus.NODE_DOWN, Optional.of("no store"), NOW).status())
        .isEqualTo(NodeStatus.NODE_DOWN);
    assertThat(before.answered(NodeStatus.UP, Optional.empty(), NOW).status())
        .isEqualTo(NodeStatus.UP);
  }

  @ParameterizedTest
  @EnumSource(names = {"DONE", "FAILED", "CANCELLED"})
  void case36AFinalRecordStaysWhateverTheAgentStillDoes(ActionState ours) {
    for (ActionState theirs : ActionState.values()) {
      if (theirs.isOnAgent()) {
        ActionReport report = report("a", theirs);
        assertThat(sync(snapshot(report), recorded("a", ours)))
            .containsExactly(new Change.Stray(id("a"), ours, report));
      }
    }
  }

  @Test
  void case37TheAgentWinsWhenTheContentDiffers() {
    ActionReport other = report("a", ActionState.RUNNING, "{\"name\":\"web\"}", Optional.empty());
    assertThat(sync(snapshot(other), recorded("a", ActionState.NEW)))
        .containsExactly(new Change.AgentWins(id("a"), ActionState.NEW, other));
  }

  @Test
  void case38AnOlderPendingNodeActionGoesBeforeTheExclusiveOne() {
    node("a", PENDING).exclusive("alone", PENDING);
    assertThat(starts("a")).isTrue();
    assertThat(heldByExclusion("alone")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RUNNING"})
  void case39ARunningNodeActionBlocksTheExclusiveOneOnly(ActionState state) {
    node("runs", state).exclusive("alone", PENDING);
    assertThat(heldByExclusion("alone")).isTrue();
  }

  @Test
  void case40WithNodeActionsRunningAndPendingTheExclusiveOneWaits() {
    node("runs", ActionState.RUNNING).node("a", PENDING).exclusive("alone", PENDING);
    assertThat(starts("a")).isTrue();
    assertThat(heldByExclusion("alone")).isTrue();
  }

  @Test
  void case41AnOlderNodeActionStartsThoughAnExclusiveOneIsPending() {
    node("runs", ActionState.RUNNING).node("older", PENDING).exclusive("alone", PENDING);
    node("younger", PENDING);
    assertThat(starts("older")).isTrue();
    assertThat(heldByExclusion("alone")).isTrue();
    assertThat(heldByExclusion("younger")).as("departs: so that it cannot starve").isTrue();
  }

  @Test
  void case42AnExclusiveOneAloneStarts() {
    exclusive("alone", PENDING);
    assertThat(starts("alone")).isTrue();
  }

  @Test
  void case43ARunningExclusiveOneBlocksEverything() {
    exclusive("runs", ActionState.RUNNING).node("a", PENDING).exclusive("b", PENDING);
    assertThat(heldByExclusion("a")).isTrue();
    assertThat(heldByExclusion("b")).isTrue();
  }

  @Test
  void case44AlsoBesideARunningNodeAction() {
    exclusive("runs", ActionState.RUNNING).node("n", ActionState.RUNNING).node("a", PENDING);
    assertThat(heldByExclusion("a")).isTrue();
  }

  @Test
  void case45ASecondExclusiveOneWaitsForTheFirst() {
    exclusive("runs", ActionState.RUNNING).exclusive("b", PENDING);
    assertThat(heldByExclusion("b")).isTrue();
  }

  @Test
  void case50OnlyTheFirstOfTwoExclusiveOnesStartsAndTheUnapprovedIsUntouched() {
    exclusive("a", PENDING)
        .exclusive("approve", ActionState.PENDING_APPROVE)
        .exclusive("b", PENDING);
    assertThat(starts("a")).isTrue();
    assertThat(heldByExclusion("b")).isTrue();
    assertThat(decide().verdicts()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void case57OnlyWhatWaitsForApprovalIsApprovedOrRejected(ActionState state) {
    boolean waits = state == ActionState.PENDING_APPROVE;
    assertThat(CommandDecision.approve(state, 0) instanceof CommandDecision.Outcome.Becomes)
        .isEqualTo(waits);
    assertThat(CommandDecision.reject(state) instanceof CommandDecision.Outcome.Becomes)
        .isEqualTo(waits);
  }
}
