package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.MemberedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.core.CoreActions;
import dev.muster.records.core.CoreTurn;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.CommandOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Cases of docs/conformance/senlin.md that are about lifecycle hooks. */
final class SenlinHooksTest {

  @AutoClose private final MemberedCluster cluster = new MemberedCluster();
  private final Scene scene = cluster.scene();
  private final CoreActions worker = scene.records().coreActions(UUID.randomUUID());

  @BeforeEach
  void threeMembersAndAHook() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"minSize\": 0, \"desired\": 3}");
    cluster.attach(
        "gently",
        "deletion",
        "{'criteria': 'OLDEST_FIRST', 'hooks': {'type': 'webhook', 'timeout': 120,"
            + " 'params': {'url': 'http://drain.example/hook'}}}");
  }

  @Test
  void hook1EachActiveVictimIsParkedAndOneMessagePerMemberHasItsIdAsToken() {
    ActionId in = cluster.ask("cluster.scale-in", "{\"count\": 2}");
    scene.cycle();

    assertThat(deletions(in))
        .hasSize(2)
        .allMatch(one -> one.state() == ActionState.WAITING_LIFECYCLE_COMPLETION);
    assertThat(scene.show(in).course().waits().orElseThrow().text())
        .isEqualTo("waits for 4 actions that it derived; 2 of them wait for their lifecycle hooks");
    assertThat(messages(in))
        .hasSize(2)
        .allMatch(one -> one.work().executor() == Executor.CORE)
        .extracting(one -> one.work().args().path("body"))
        .containsExactlyInAnyOrder(body(in, "prod-1"), body(in, "prod-2"));
    assertThat(worker.take(scene.clock().instant(), 9))
        .extracting(turn -> turn.push().kind().value())
        .containsExactly("lifecycle.hook", "lifecycle.hook");

    go(3);
    assertThat(cluster.made()).as("nobody is asked meanwhile").hasSize(3);
    assertThat(cluster.takeAsked()).noneMatch(one -> one.startsWith("member.delete"));
  }

  @Test
  void hook2ACompletedOneIsDeletedAndTheParentEndsWhenAllAre() {
    ActionId in = cluster.ask("cluster.scale-in", "{\"count\": 2}");
    scene.cycle();
    take(2);
    CommandOutcome done =
        scene.command(deletion(in, "prod-1").id(), Verb.COMPLETE, "drain").outcomes().getFirst();
    assertThat(done.result()).isEqualTo(CommandOutcome.Result.APPLIED);
    go(3);
    assertThat(cluster.made()).containsExactly("prod-2", "prod-3");
    assertThat(scene.state(in)).isEqualTo(ActionState.RUNNING);

    scene.command(deletion(in, "prod-2").id(), Verb.COMPLETE, "drain");
    go(3);
    assertThat(scene.state(in)).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-3");
    assertThat(cluster.made()).containsExactly("prod-3");
    assertThat(cluster.desired()).isEqualTo(1);
  }

  @Test
  void completingWhatDoesNotWaitIsRefusedWithItsState() {
    ActionId in = cluster.ask("cluster.scale-in", "{}");
    scene.cycle();
    ActionId deletion = deletion(in, "prod-1").id();
    scene.command(deletion, Verb.COMPLETE, "drain");
    go(3);
    CommandOutcome again = scene.command(deletion, Verb.COMPLETE, "drain").outcomes().getFirst();
    assertThat(again.result()).isEqualTo(CommandOutcome.Result.REFUSED);
    assertThat(again.text())
        .isEqualTo("the action is DONE and can only be completed in WAITING_LIFECYCLE_COMPLETION");
  }

  @Test
  void hook3AfterTheTimeOutTheParkedGoOnAndTheParentEndsWell() {
    ActionId in = cluster.ask("cluster.scale-in", "{}");
    scene.cycle();
    scene.clock().advance(Duration.ofSeconds(119));
    go(2);
    assertThat(deletion(in, "prod-1").state()).isEqualTo(ActionState.WAITING_LIFECYCLE_COMPLETION);
    scene.clock().advance(Duration.ofSeconds(1));
    scene.cycle();
    assertThat(scene.detail(deletion(in, "prod-1").id()).transitions())
        .anyMatch(one -> one.why().startsWith("nobody completed its lifecycle hook before"));
    go(4);
    assertThat(scene.state(in)).isEqualTo(ActionState.DONE);
    assertThat(cluster.made()).containsExactly("prod-2", "prod-3");
  }

  @Test
  void hook4AVictimThatIsNotActiveIsNotParked() {
    cluster.breaks("prod-4", "the quota is used up");
    cluster.run("cluster.scale-out", "{}");
    cluster.mends("prod-4");

    ActionId in = cluster.ask("cluster.scale-in", "{\"count\": 2}");
    scene.cycle();

    assertThat(deletion(in, "prod-4").state())
        .isNotEqualTo(ActionState.WAITING_LIFECYCLE_COMPLETION);
    assertThat(messages(in)).hasSize(1);
    go(2);
    assertThat(deletion(in, "prod-4").state()).as("it goes at once").isEqualTo(ActionState.DONE);
    scene.command(deletion(in, "prod-1").id(), Verb.COMPLETE, "drain");
    go(3);
    assertThat(scene.state(in)).isEqualTo(ActionState.DONE);
  }

  @Test
  void cancel2WhatIsParkedIsCancelledAtOnceAndTheMembersStay() {
    ActionId in = cluster.ask("cluster.scale-in", "{\"count\": 2}");
    scene.cycle();
    scene.command(in, Verb.CANCEL, "bob");
    assertThat(deletions(in)).allMatch(one -> one.state() == ActionState.CANCELLED);
    heed();
    go(2);
    assertThat(scene.state(in)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.show(in).outcome().error().orElseThrow().message())
        .isEqualTo("cancelled by bob; no member was touched");
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2", "prod-3");
    assertThat(cluster.members()).allMatch(one -> one.inHand().isEmpty());
    assertThat(worker.take(scene.clock().instant().plusSeconds(600), 9))
        .as("nobody is told any more")
        .isEmpty();
  }

  @Test
  void aMessageThatNobodyTookEndsWithTheWaitAndDoesNotHoldTheParent() {
    ActionId in = cluster.ask("cluster.scale-in", "{}");
    scene.cycle();
    scene.command(deletion(in, "prod-1").id(), Verb.COMPLETE, "drain");
    heed();
    go(3);
    assertThat(messages(in)).allMatch(one -> one.state() == ActionState.CANCELLED);
    assertThat(scene.state(in)).isEqualTo(ActionState.DONE);
  }

  @Test
  void aParkedOneSurvivesItsProcessAndIsToldAgainUnderTheSameId() {
    ActionId in = cluster.ask("cluster.scale-in", "{}");
    scene.cycle();
    List<CoreTurn> first = worker.take(scene.clock().instant(), 9);
    scene.takeOver();
    CoreActions other = scene.records().coreActions(UUID.randomUUID());
    other.adopt(List.of(), scene.clock().instant());
    scene.cycleElsewhere();
    assertThat(deletion(in, "prod-1").state()).isEqualTo(ActionState.WAITING_LIFECYCLE_COMPLETION);
    assertThat(other.take(scene.clock().instant(), 9))
        .extracting(turn -> turn.push().id())
        .isEqualTo(first.stream().map(turn -> turn.push().id()).toList())
        .hasSize(1);
  }

  @Test
  void aProviderThatIsSilentMeanwhileLosesNothing() {
    ActionId in = cluster.ask("cluster.scale-in", "{}");
    scene.cycle();
    scene.agent("p1").close();
    go(6);
    assertThat(deletion(in, "prod-1").state()).isEqualTo(ActionState.WAITING_LIFECYCLE_COMPLETION);
  }

  private ObjectNode body(ActionId parent, String member) {
    return WireFormat.JSON
        .createObjectNode()
        .put("lifecycle_action_token", deletion(parent, member).id().toString())
        .put("node_id", member)
        .put("resource_id", "vm-" + member)
        .put("lifecycle_transition_type", "termination");
  }

  private List<ActionRecord> deletions(ActionId parent) {
    return cluster.derivedBy(parent).stream()
        .filter(one -> one.work().kind().value().equals("member.delete"))
        .toList();
  }

  private ActionRecord deletion(ActionId parent, String member) {
    return deletions(parent).stream()
        .filter(one -> one.work().args().path("member").asString("").equals(member))
        .findFirst()
        .orElseThrow();
  }

  private List<ActionRecord> messages(ActionId parent) {
    return cluster.derivedBy(parent).stream()
        .filter(one -> one.work().kind().value().equals("lifecycle.hook"))
        .toList();
  }

  /** So many messages are taken. */
  private void take(int count) {
    List<CoreTurn> turns = worker.take(scene.clock().instant(), 9);
    assertThat(turns).hasSize(count);
    turns.forEach(turn ->
        worker.end(
            turn.push().id(),
            ActionState.DONE,
            Optional.empty(),
            Optional.empty(),
            Cause.NONE,
            scene.clock().instant()));
  }

  /** Who executes messages heeds what is wanted of them. */
  private void heed() {
    worker.signalled().forEach(wanted -> worker.heed(wanted, scene.clock().instant()));
  }

  private void go(int cycles) {
    for (int i = 0; i < cycles; i++) {
      cluster.provide();
      heed();
      scene.cycle();
    }
  }
}
