package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.cycles.CycleRecord;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.client.EngineClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The worker as it runs in production. */
final class WorkersTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final EmbeddedEngine embedded = new EmbeddedEngine();
  private Optional<ConfigurableApplicationContext> process = Optional.empty();

  @AfterEach
  void close() {
    process.ifPresent(ConfigurableApplicationContext::close);
    embedded.close();
    database.close();
  }

  @Test
  void startBeforeTheEngineDoesAndThenOrchestrate() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    Workers workers = start();
    assertThat(workers.isRunning()).isTrue();
    assertThat(workers.polls()).isFalse();

    embedded.start();
    await(workers::polls);
    engine().nudge(cluster.cluster(), List.of(), "test");

    await(() -> newest(cluster).isPresent());
    assertThat(newest(cluster).orElseThrow().trigger()).isIn("START", "NUDGE");
  }

  @Test
  void stopLeavesNothingPolling() {
    embedded.start();
    Workers workers = start();
    await(workers::polls);

    workers.stop();

    assertThat(workers.isRunning()).isFalse();
  }

  @Test
  void theWorkerOfANewEngineIsAnotherOneAndWorks() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 0);
    embedded.start();
    Workers workers = start();
    await(workers::polls);

    workers.follow(() -> {});
    engine().nudge(cluster.cluster(), List.of(), "test");

    await(() -> newest(cluster).isPresent());
  }

  private Workers start() {
    process =
        Optional.of(
            new SpringApplicationBuilder(WorkerApplication.class)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .properties(
                    "server.port=0",
                    "springdoc.api-docs.enabled=false",
                    "muster.worker.grace=2s",
                    "muster.database.user=postgres",
                    "muster.database.url=" + database.jdbcUrl(),
                    "spring.temporal.connection.target=" + embedded.address())
                .run());
    return process.orElseThrow().getBean(Workers.class);
  }

  private EngineClient engine() {
    return process.orElseThrow().getBean(EngineClient.class);
  }

  private Optional<CycleRecord> newest(RecordsFixture cluster) {
    return records
        .cycles()
        .list(cluster.cluster(), new PageRequest(1, Optional.empty()))
        .items()
        .stream()
        .findFirst();
  }

  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(Duration.ofSeconds(30));
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
  }
}
