package dev.muster.worker.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.engine.EngineOwnership;
import dev.muster.connections.engine.EngineOwnership.Standing;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.changes.Lease;
import dev.muster.records.engines.NewEngine;
import dev.muster.records.runs.NewRun;
import dev.muster.worker.EmbeddedEngine;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.Ids;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RepairLoopTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final EmbeddedEngine embedded = new EmbeddedEngine();
  private final WorkflowClient client = embedded.client();
  private final EngineClient engine = new EngineClient(client, EngineClient.Attributes.NONE);
  private final AtomicReference<Optional<String>> identity =
      new AtomicReference<>(Optional.of("ours"));
  private final EngineOwnership ownership =
      new EngineOwnership(records, identity::get, "our engine", Clock.systemUTC());
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final RepairLoop loop =
      new RepairLoop(records, engine, ownership, new Watchdog(records, Clock.systemUTC(), meters));

  @AfterEach
  void close() {
    loop.stop();
    engine.close();
    embedded.close();
    database.close();
  }

  @Test
  void startsWhatAnEmptyEngineLacksAsSoonAsItIsThere() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 2);
    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(2)));
    loop.start();

    embedded.start();

    await(() -> exists(Ids.orchestration(cluster.cluster())));
    await(() -> exists(Ids.playbook(run.id())));
  }

  @Test
  void passOverWhatIsThereChangesNothing() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    embedded.start();
    loop.repair();
    String first = runId(Ids.orchestration(cluster.cluster()));

    loop.repair();

    assertThat(runId(Ids.orchestration(cluster.cluster()))).isEqualTo(first);
  }

  @Test
  void asksForFewWhenNothingSaysThatAnyIsLostAndForAllInTheEnd() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    List<NewRun> runs =
        IntStream.range(0, RepairLoop.MOST_IN_CASE + 9)
            .mapToObj(number -> cluster.started(cluster.run(RecordsFixture.nodes(1))))
            .toList();
    embedded.start();
    loop.repair();
    assertThat(missing(runs)).isZero();
    runs.forEach(
        run -> client.newUntypedWorkflowStub(Ids.playbook(run.id())).terminate("by a person"));

    loop.repair();
    assertThat(missing(runs)).as("of which one call is the cluster's").isEqualTo(10);

    loop.repair();
    assertThat(missing(runs)).isZero();
  }

  private long missing(List<NewRun> runs) {
    return runs.stream()
        .map(run -> client.newUntypedWorkflowStub(Ids.playbook(run.id())).describe())
        .filter(described ->
            described.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
        .count();
  }

  @Test
  void startsNothingOnAnAbandonedEngineAndLetsTheLeaseGo() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    embedded.start();
    loop.start();
    await(() -> exists(Ids.orchestration(cluster.cluster())));

    records.engines().claim(new NewEngine("theirs", "another engine", Instant.now(), "tester"));
    try (Lease theirs = records.lease("repair")) {
      await(theirs::isHeld);
      RecordsFixture late = RecordsFixture.cluster(records, "late", 1);
      NewRun run = late.started(late.run(RecordsFixture.nodes(1)));
      loop.now();
      await(() -> ownership.view().standing() == Standing.ABANDONED);
      assertThat(exists(Ids.orchestration(late.cluster()))).isFalse();
      assertThat(exists(Ids.playbook(run.id()))).isFalse();
    }
  }

  @Test
  void countsWhatStandsStillOnlyWhileNoOtherProcessDoes() {
    RecordsFixture.cluster(records, "prod", 0);
    database.sql("update clusters set created_at = now() - interval '1 minute'");
    embedded.start();
    loop.start();
    await(() -> meters.get("muster.stalls").gauge().value() == 1);

    records.engines().claim(new NewEngine("theirs", "another engine", Instant.now(), "tester"));

    await(() -> meters.get("muster.stalls").gauge().value() == 0);
  }

  @Test
  void takesUpARunThatAnotherProcessCouldNotHandOver() {
    embedded.start();
    loop.start();
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    await(() -> ownership.view().standing() == Standing.MOVES_RUNS);

    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(1)));
    database.sql("update runs set created_at = now() - interval '2 seconds'");

    Instant recorded = Instant.now();
    await(() -> exists(Ids.playbook(run.id())));
    assertThat(Instant.now()).isBefore(recorded.plusSeconds(9));
  }

  private boolean exists(String workflow) {
    try {
      return !runId(workflow).isEmpty();
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  private String runId(String workflow) {
    return client.newUntypedWorkflowStub(workflow).describe().getExecution().getRunId();
  }

  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plusSeconds(20);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
  }
}
