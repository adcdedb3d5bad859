package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.RawServer;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class CycleTest {

  @AutoClose private final Scene scene = Scene.of("n1", "n2");

  @Test
  void pushesAnActionAndRecordsWhatBecameOfIt() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);

    CycleReport pushed = scene.cycle();
    scene.agent("n1").finish(id, "{\"outputs\":{\"x\":1}}");
    CycleReport done = scene.cycle();

    assertThat(pushed.figures().started()).isEqualTo(1);
    assertThat(pushed.figures().synced()).isEqualTo(2);
    assertThat(pushed.watchable()).isTrue();
    assertThat(done.figures().changed()).isEqualTo(1);
    assertThat(done.figures().unfinished()).isZero();
    assertThat(scene.detail(id).transitions())
        .extracting(one -> one.to() + " by " + one.by())
        .containsExactly("PENDING_SCHEDULE by user:ada", "DONE by agent:n1");
    assertThat(scene.show(id).outcome().payload().orElseThrow().at("/outputs/x").asInt())
        .isEqualTo(1);
  }

  @Test
  void keepsAnActionOnItsNodeUntilTheOneBeforeItEnds() {
    ActionId first = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId second = scene.action("n1", ActionState.PENDING_SCHEDULE);

    scene.cycle();
    assertThat(scene.agent("n1").held()).containsExactly(first);
    assertThat(scene.show(second).course().waits().orElseThrow().text()).isNotBlank();
    scene.agent("n1").finish(first);
    CycleReport next = scene.cycle(Trigger.WATCH, List.of(new NodeId("n1")), List.of());

    assertThat(next.figures().synced()).isEqualTo(1);
    assertThat(scene.agent("n1").held()).containsExactly(first, second);
    assertThat(scene.show(second).course().waits()).isEmpty();
  }

  @Test
  void deadAndDeafNodesHarmNobodyElse() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    try (RawServer deaf = RawServer.start(out -> new CountDownLatch(1).await());
        RawServer garbage = RawServer.sayingJson("{}")) {
      scene.register("n3", deaf.agent("n3").address());
      scene.register("n4", garbage.agent("n4").address());
      scene.agent("n2").close();
      Instant before = Instant.now();

      CycleReport report = scene.cycle();

      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(15));
      assertThat(report.figures().synced()).isEqualTo(1);
      assertThat(report.figures().unreachable()).isEqualTo(3);
      assertThat(report.notes()).hasSize(3);
      assertThat(scene.agent("n1").held()).containsExactly(id);
      assertThat(scene.node("n2").failures().lastError().orElseThrow())
          .contains("connection refused");
      assertThat(scene.node("n3").failures().lastError().orElseThrow()).contains("within 0.7 s");
      assertThat(scene.node("n4").failures().lastError().orElseThrow()).contains("cannot be read");
      assertThat(scene.node("n2").seen().status()).isEqualTo(NodeStatus.UNREACHABLE);
    }
  }

  @Test
  void refusesAZombieBeforeItPushesAnything() {
    scene.action("n1", ActionState.PENDING_SCHEDULE);
    CycleRequest zombie =
        new CycleRequest(scene.fence().next(), Trigger.INTERVAL, List.of(), List.of());
    scene.cycles().takeEpoch(Scene.CLUSTER);

    CycleReport report = scene.cycles().cycle(zombie);

    assertThat(report.standing()).isEqualTo(Standing.SUPERSEDED);
    assertThat(scene.agent("n1").held()).isEmpty();
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.UNKNOWN);
  }

  @Test
  void endsWithItsCluster() {
    scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n1"));
    scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n2"));
    scene.records().clusters().remove(Scene.CLUSTER);

    assertThat(scene.cycle().standing()).isEqualTo(Standing.REMOVED);
  }

  @Test
  void sameCycleTwiceGivesTheSameRecords() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    ActionDetail once = scene.detail(id);

    CycleReport again =
        scene
            .cycles()
            .cycle(new CycleRequest(scene.fence(), Trigger.INTERVAL, List.of(), List.of()));

    assertThat(again.standing()).isEqualTo(Standing.CURRENT);
    assertThat(scene.agent("n1").held()).containsExactly(id);
    assertThat(scene.detail(id).transitions()).startsWith(once.transitions().getFirst());
    assertThat(scene.detail(id).transitions()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void refusedActionFailsAtOnceWithTheAgentsReason() {
    scene.agent("n1").refuse("unknown kind test.success");
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);

    CycleReport report = scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.FAILED);
    assertThat(scene.show(id).outcome().error().orElseThrow().message())
        .isEqualTo("unknown kind test.success");
    assertThat(report.notes()).anyMatch(note -> note.contains("n1 refused test.success"));
    assertThat(report.figures().unfinished()).isZero();
  }

  @Test
  void failedPushIsTriedAgain() {
    scene.agent("n1").failPosts();
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);

    CycleReport failed = scene.cycle();
    assertThat(failed.figures().started()).isZero();
    assertThat(scene.state(id)).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(scene.node("n1").failures().lastError().orElseThrow()).contains("answered 500");
    scene.agent("n1").takePosts();
    scene.cycle();

    assertThat(scene.agent("n1").held()).containsExactly(id);
    assertThat(scene.show(id).course().pushedAt()).isPresent();
    assertThat(scene.show(id).course().pushAttempts()).isEqualTo(2);
    assertThat(scene.node("n1").failures().lastError()).isEmpty();
  }

  @Test
  void agentThatHasItAlreadyAcknowledgesIt() {
    scene.agent("n1").loseAnswers();
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);

    scene.cycle();
    assertThat(scene.show(id).course().pushedAt()).isEmpty();
    assertThat(scene.agent("n1").held()).containsExactly(id);
    scene.agent("n1").takePosts();
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.NEW);
    assertThat(scene.show(id).course().pushedAt()).isPresent();
    assertThat(scene.agent("n1").held()).containsExactly(id);
  }

  @Test
  void agentWinsAConflict() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.agent("n1").put(report(id, ActionState.RUNNING, "test.loop"));

    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.show(id).work().kind().value()).isEqualTo("test.loop");
    assertThat(scene.detail(id).transitions().getLast().payload().orElseThrow().toString())
        .contains("test.success");
  }

  @Test
  void recordsWhatSomebodyElseGaveToAnAgent() {
    ActionId id = new ActionId(UUID.randomUUID());
    scene.agent("n2").put(report(id, ActionState.RUNNING, "test.loop"));

    CycleReport report = scene.cycle();

    assertThat(report.figures().changed()).isEqualTo(1);
    assertThat(scene.show(id).work().origin()).isEqualTo("direct");
    assertThat(scene.show(id).node()).contains(new NodeId("n2"));
  }

  @Test
  void lostActionIsBelievedWhenItComesBack() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(id);
    scene.cycle();
    ActionReport running = scene.agent("n1").report(id);

    scene.agent("n1").forget(id);
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.LOST);
    scene.agent("n1").put(running);
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
  }

  @Test
  void replacedStoreLosesWhatWasOnIt() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.cycle();

    scene.agent("n1").forgetEverything();
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.LOST);
    assertThat(scene.detail(id).transitions().getLast().why()).contains("store was replaced");
  }

  @Test
  void keepsAReportOfEveryCycle() {
    scene.cycle();
    scene.cycle();

    assertThat(scene.records().cycles().list(Scene.CLUSTER, PageRequest.FIRST).items())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.report().get("synced").asInt()).isEqualTo(2));
  }

  static ActionReport report(ActionId id, ActionState state, String kind) {
    Instant now = Instant.now();
    return new ActionReport(
        id.value(),
        kind,
        WireFormat.JSON.createObjectNode(),
        Map.of(),
        now,
        now,
        Optional.of(now),
        Optional.empty(),
        state,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "direct",
        Optional.empty());
  }
}
