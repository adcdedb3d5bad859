package dev.muster.worker.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.runs.NewRun;
import dev.muster.worker.EmbeddedEngine;
import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.Ids;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RepairLoopTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final EmbeddedEngine embedded = new EmbeddedEngine();
  private final WorkflowClient client = embedded.client();
  private final Engine engine = new Engine(client, Engine.Attributes.NONE);
  private final RepairLoop loop = new RepairLoop(records, engine);

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
