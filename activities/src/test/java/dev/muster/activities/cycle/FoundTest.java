package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.CycleReport;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is found on agents and nobody recorded for their nodes. */
final class FoundTest {

  private static final TakenLimits LIMITS = new TakenLimits(20, 50);

  @AutoClose private final Scene scene = Scene.of(LIMITS, "n1", "n2");

  @Test
  void agentThatReportsThousandsOfFreshActionsEachTimeFillsNothing() {
    ActionId ours = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId others = scene.action("n2", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n2").finish(others);
    FakeAgent flooding = scene.agent("n1");
    for (int cycle = 0; cycle < 2; cycle++) {
      for (int i = 0; i < 2_000; i++) {
        flooding.put(report(UUID.randomUUID(), ActionState.DONE));
      }
      CycleReport report = scene.cycle();
      assertThat(report.notes().toString()).contains("n1", "taken-per-cycle");
      assertThat(taken("n1")).isEqualTo(1 + LIMITS.perCycle() * (cycle + 1));
    }
    flooding.finish(ours);

    scene.cycle();

    assertThat(taken("n1")).isEqualTo(1 + LIMITS.inAll());
    assertThat(scene.node("n1").failures().lastError().orElseThrow())
        .contains("taken-in-all", "all 50");
    assertThat(scene.state(ours)).isEqualTo(ActionState.DONE);
    assertThat(scene.state(others)).isEqualTo(ActionState.DONE);
    assertThat(scene.node("n2").failures().lastError()).isEmpty();
  }

  @Test
  void historyOfAnAgentThatIsLongerThanOneCycleTakesIsTakenByTheNextOnes() {
    for (int i = 0; i < 45; i++) {
      scene.agent("n1").put(report(UUID.randomUUID(), ActionState.DONE));
    }

    scene.cycle();
    assertThat(taken("n1")).isEqualTo(20);
    scene.cycle();
    scene.cycle();

    assertThat(taken("n1")).isEqualTo(45);
    assertThat(scene.node("n1").failures().lastError()).isEmpty();
  }

  @Test
  void unfinishedActionIsTakenBeforeOnesThatFinished() {
    UUID unfinished = UUID.randomUUID();
    for (int i = 0; i < 60; i++) {
      scene.agent("n1").put(report(UUID.randomUUID(), ActionState.DONE));
    }
    scene.agent("n1").put(report(unfinished, ActionState.RUNNING));

    scene.cycle();

    assertThat(scene.state(new ActionId(unfinished))).isEqualTo(ActionState.RUNNING);
  }

  @Test
  void idThatAnotherNodeHasIsAConflictOfTheNodeThatReportsIt() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.agent("n2").put(report(id.value(), ActionState.RUNNING));

    CycleReport report = scene.cycle();

    assertThat(report.notes().toString()).contains("n2", id.toString(), "node n1");
    assertThat(scene.node("n2").failures().lastError().orElseThrow())
        .contains(id.toString(), "node n1", "belongs to one node");
    assertThat(scene.node("n1").failures().lastError()).isEmpty();
    assertThat(scene.show(id).node()).contains(new NodeId("n1"));
    scene.agent("n2").forget(id);
    scene.cycle();
    assertThat(scene.node("n2").failures().lastError()).isEmpty();
  }

  private int taken(String node) {
    ActionFilter filter =
        new ActionFilter(
            Optional.of(Scene.CLUSTER),
            Optional.of(new NodeId(node)),
            Optional.empty(),
            Set.of(),
            Optional.empty());
    return scene
        .records()
        .actions()
        .list(filter, new PageRequest(500, Optional.empty()))
        .items()
        .size();
  }

  private static ActionReport report(UUID id, ActionState state) {
    Instant at = Instant.parse("2026-11-20T12:00:00Z");
    return new ActionReport(
        id,
        "test.success",
        WireFormat.JSON.createObjectNode(),
        Map.of(),
        at,
        at,
        Optional.of(at),
        state.isFinal() ? Optional.of(at) : Optional.empty(),
        state,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "direct",
        Optional.empty());
  }
}
