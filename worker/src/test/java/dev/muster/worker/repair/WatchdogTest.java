package dev.muster.worker.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.Fence;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.cycles.CycleRecord;
import dev.muster.records.runs.NewRun;
import dev.muster.worker.EmbeddedEngine;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.Ids;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WatchdogTest {

  private static final Instant T0 = RecordsFixture.T0;

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final EmbeddedEngine embedded = new EmbeddedEngine();
  private final EngineClient engine =
      new EngineClient(embedded.client(), EngineClient.Attributes.NONE);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private Instant now = T0;
  private final InstantSource time = () -> now;
  private final Watchdog watchdog = new Watchdog(records, time.withZone(ZoneOffset.UTC), meters);

  @BeforeEach
  void start() {
    embedded.start();
  }

  @AfterEach
  void close() {
    engine.close();
    embedded.close();
    database.close();
  }

  @Test
  void startsTheLoopAgainOfAClusterThatShowsNoLife() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    engine.ensureOrchestration(cluster.cluster());
    String stuck = execution(Ids.orchestration(cluster.cluster()));

    lookAt(9);
    lookAt(13);
    assertThat(execution(Ids.orchestration(cluster.cluster()))).isEqualTo(stuck);
    assertThat(meters.get("muster.stalls").gauge().value()).isOne();
    lookAt(17);

    assertThat(execution(Ids.orchestration(cluster.cluster()))).isNotEqualTo(stuck);
    assertThat(meters.get("muster.stalls.remedied").counter().count()).isOne();
  }

  @Test
  void leavesALoopAloneThatIsNotDueOrHasACycleInHand() {
    RecordsFixture idle = RecordsFixture.cluster(records, "idle", 0);
    records.cycles().record(cycle(idle.fence(), T0.plusSeconds(3_600)));
    RecordsFixture slow = RecordsFixture.cluster(records, "slow", 0);
    List<String> found = found();

    for (int second = 0; second < 60; second += 2) {
      records.signs().cycling(slow.cluster(), T0.plusSeconds(second));
      lookAt(second);
    }
    assertThat(found).isEmpty();
    lookAt(68);
    lookAt(72);

    assertThat(found).containsExactly("cluster slow");
  }

  @Test
  void startsARunAgainThatIsNotAdvanced() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    records.cycles().record(cycle(cluster.fence(), T0.plusSeconds(3_600)));
    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(1)));
    due(T0.plusSeconds(5));
    engine.ensureRun(RepairLoop.input(records.runs().open().getFirst()));
    String stuck = execution(Ids.playbook(run.id()));

    lookAt(14);
    lookAt(15);
    lookAt(19);

    assertThat(execution(Ids.playbook(run.id()))).isNotEqualTo(stuck);
  }

  @Test
  void leavesWhatDoesNotMoveEvenThenAloneForLongerAndLonger() {
    RecordsFixture.cluster(records, "prod", 0);
    List<String> found = found();

    for (int second = 0; second <= 300; second++) {
      lookAt(second);
    }

    // At 13 s, and then after 30, 60 and 120 s.
    assertThat(found).hasSize(4);
  }

  @Test
  void doesNothingForCyclesThatFailAndTryAgain() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    List<String> found = found();

    for (int second = 0; second <= 120; second += 5) {
      records.signs().failed(cluster.cluster(), T0.plusSeconds(second), "no such column");
      lookAt(second + 4);
    }

    assertThat(found).isEmpty();
    assertThat(meters.get("muster.stalls").gauge().value()).isOne();
  }

  @Test
  void aRunThatHasSomethingToDoIsDueAtOnceUnlessItIsBeingAdvanced() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(1)));
    due(T0.plusSeconds(60));

    records.signs().due(List.of(run.id()), T0.plusSeconds(1));

    assertThat(records.signs().late(T0.plusSeconds(1))).hasSize(1);
    assertThat(records.signs().late(T0)).isEmpty();
  }

  private void lookAt(int second) {
    now = T0.plusSeconds(second);
    watchdog.look(engine);
  }

  private List<String> found() {
    List<String> found = new ArrayList<>();
    watchdog.remedy(standing -> standing.forEach(one -> found.add(one.what())));
    return found;
  }

  private void due(Instant at) {
    database.sql("update runs set due_at = '%s'".formatted(at));
  }

  private static CycleRecord cycle(Fence fence, Instant due) {
    return new CycleRecord(
        fence,
        "INTERVAL",
        T0,
        Duration.ofMillis(1),
        Optional.of(due),
        WireFormat.JSON.createObjectNode());
  }

  private String execution(String workflow) {
    return embedded.client().newUntypedWorkflowStub(workflow).describe().getExecution().getRunId();
  }
}
