package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.cycle.CycleListener;
import dev.muster.activities.cycle.CycleParts;
import dev.muster.activities.cycle.Pulse;
import dev.muster.activities.playbook.PlaybookActivitiesImpl;
import dev.muster.activities.signals.EngineSignals;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.cycles.CycleRecord;
import dev.muster.workflows.contract.Engine;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkersTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final EmbeddedEngine embedded = new EmbeddedEngine();
  private final WorkflowClient client = embedded.client();
  private final Engine engine = new Engine(client, Engine.Attributes.NONE);
  private final HttpAgentClient agents = new HttpAgentClient(AgentClientSettings.DEFAULT);
  private final LongPolls polls = new LongPolls(agents, Clock.systemUTC());
  private final Workers workers = workers();

  @AfterEach
  void close() {
    workers.stop();
    engine.close();
    polls.close();
    agents.close();
    embedded.close();
    database.close();
  }

  @Test
  void startBeforeTheEngineDoesAndThenOrchestrate() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    workers.start();
    assertThat(workers.isRunning()).isTrue();
    assertThat(workers.polls()).isFalse();

    embedded.start();
    await(workers::polls);
    engine.nudge(cluster.cluster(), List.of(), "test");

    await(() -> newest(cluster).isPresent());
    assertThat(newest(cluster).orElseThrow().trigger()).isIn("START", "NUDGE");
  }

  @Test
  void stopLeavesNothingPolling() {
    embedded.start();
    workers.start();
    await(workers::polls);

    workers.stop();

    assertThat(workers.isRunning()).isFalse();
  }

  private Optional<CycleRecord> newest(RecordsFixture cluster) {
    return records.cycles().newest(cluster.cluster());
  }

  private Workers workers() {
    Signals signals = new EngineSignals(engine);
    Steps steps = new Steps(records);
    CycleParts parts =
        new CycleParts(
            records,
            agents,
            16,
            polls,
            signals,
            steps,
            Optional::empty,
            Clock.systemUTC(),
            Pulse.ofActivity(),
            CycleListener.NONE);
    return new Workers(
        client,
        engine,
        parts.assemble(),
        new PlaybookActivitiesImpl(records, steps, signals, Optional::empty, Clock.systemUTC()),
        new WorkerSettings(Duration.ofSeconds(2)));
  }

  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plusSeconds(20);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
  }
}
