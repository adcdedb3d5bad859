package dev.muster.workflows.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.shown.Shortened;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.Payloads;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.FakeRun;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class EngineClientTest {

  private static final String ORCHESTRATION = Ids.orchestration(FakeCluster.NAME);

  @Test
  void aNudgeStartsTheOrchestrationThatTheEngineHasLost() {
    try (TestEngine engine = TestEngine.start()) {
      engine.engine.nudge(FakeCluster.NAME, List.of(new NodeId("n1")), "ada");
      // The first cycle visits all nodes anyway.
      assertThat(engine.cluster.nextCycle().nodes()).isEmpty();
      assertThat(engine.untyped(ORCHESTRATION).describe().<String>getMemo("cluster", String.class))
          .isEqualTo("c1");
    }
  }

  @Test
  void ensuringTwiceStartsOnce() {
    try (TestEngine engine = TestEngine.start()) {
      engine.engine.ensureOrchestration(FakeCluster.NAME);
      engine.engine.ensureOrchestration(FakeCluster.NAME);
      engine.cluster.nextCycle();
      engine.awaitQuiet(ORCHESTRATION);
      assertThat(engine.untyped(ORCHESTRATION).describe().getStaticSummary())
          .isEqualTo("Orchestration of cluster c1");
      assertThat(engine.cluster.epochs).hasValue(1);
      assertThat(engine.count(ORCHESTRATION, EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED)).isOne();
    }
  }

  @Test
  void aRunShowsWhatItIsAndWhy() {
    try (TestEngine engine = TestEngine.start()) {
      engine.engine.startRun(FakeRun.INPUT, "**Reason**: " + "näher ".repeat(9_000));
      WorkflowExecutionDescription shown =
          engine.untyped(Ids.playbook(FakeRun.INPUT.run())).describe();
      assertThat(shown.getStaticSummary()).isEqualTo("rolling-restart@1 on c1, by ada");
      assertThat(shown.getStaticDetails()).startsWith("**Reason**: näher").endsWith("…");
      assertThat(shown.<String>getMemo("playbook", String.class)).isEqualTo("rolling-restart@1");
    }
  }

  @Test
  void progressOfARunWithoutWorkflowIsLeftToTheRepairLoop() {
    try (TestEngine engine = TestEngine.start()) {
      engine.engine.progressed(FakeRun.INPUT.run());
      assertThat(engine.run.advances).isEmpty();
    }
  }

  @Test
  void twoHundredNudgesAreAFewSignals() {
    try (TestEngine engine = TestEngine.start()) {
      engine.engine.ensureOrchestration(FakeCluster.NAME);
      engine.cluster.nextCycle();
      for (int i = 0; i < 200; i++) {
        engine.engine.nudge(FakeCluster.NAME, List.of(new NodeId("n" + i)), "script");
      }
      assertThat(engine.cluster.nextCycle().nodes()).containsExactly(new NodeId("n0"));
      int visited = 1;
      while (visited < 200) {
        CycleRequest cycle = engine.cluster.nextCycle();
        assertThat(cycle.trigger()).isEqualTo(Trigger.NUDGE);
        visited += cycle.nodes().size();
      }
      assertThat(visited).isEqualTo(200);
      assertThat(engine.count(ORCHESTRATION, EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED))
          .isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aLostCommandIsCarriedOutByTheOrchestrationThatItStarts() {
    try (TestEngine engine = TestEngine.start()) {
      ActionCommand command =
          new ActionCommand(ActionId.derived("x"), ActionCommand.Verb.CANCEL, "ada", "why not");
      assertThat(engine.engine.decide(FakeCluster.NAME, command))
          .isEqualTo(CommandOutcome.applied("CANCEL by ada"));
      assertThat(engine.engine.whyAway()).isEmpty();
    }
  }

  @Test
  void anEngineThatIsAwayFailsEveryCallWithinSeconds() {
    WorkflowServiceStubs nobody =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
    WorkflowClient client =
        WorkflowClient.newInstance(
            nobody,
            WorkflowClientOptions.newBuilder().setDataConverter(Payloads.CONVERTER).build());
    ClusterName cluster = FakeCluster.NAME;
    try (EngineClient engine = new EngineClient(client, EngineClient.Attributes.NONE)) {
      fails("could not nudge c1:", () -> engine.nudgeAtOnce(cluster, List.of(), "ada"));
      fails("could not start run 0000", () -> engine.startRun(FakeRun.INPUT, ""));
      fails("could not signal run 0000", () -> engine.progressed(FakeRun.INPUT.run()));
      fails(
          "could not pause run 0000",
          () ->
              engine.instruct(
                  FakeRun.INPUT,
                  new RunCommand(
                      RunCommand.Verb.PAUSE,
                      new Instruction("ada", Optional.empty(), Optional.empty()))));
      assertThat(engine.whyAway()).isPresent();
    } finally {
      nobody.shutdownNow();
    }
  }

  @Test
  void textsAreCutToTheEnginesLimitsInBytes() {
    assertThat(Shortened.toBytes(400, "short")).isEqualTo("short");
    String cut = Shortened.toBytes(400, "😀ä€".repeat(200));
    assertThat(cut.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(400);
    assertThat(cut).endsWith("…").doesNotContain("?");
  }

  private static void fails(String text, ThrowingCallable call) {
    Instant before = Instant.now();
    assertThatThrownBy(call)
        .isInstanceOf(EngineUnavailable.class)
        .hasMessageStartingWith(text)
        .hasMessageContaining("gain");
    assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(20));
  }
}
