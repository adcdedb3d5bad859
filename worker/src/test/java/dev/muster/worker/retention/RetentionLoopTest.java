package dev.muster.worker.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.retention.RemovalState;
import dev.muster.records.retention.Removed;
import dev.muster.records.runs.NewRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class RetentionLoopTest {

  private static final Instant NOW = RecordsFixture.T0.plus(Duration.ofDays(400));
  private static final Optional<ClusterName> ALL = Optional.empty();

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 1);
  private final RecordsFixture test = RecordsFixture.cluster(records, "test", 1);

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void withoutARuleNothingGoesAndThatItLookedIsKnown() throws InterruptedException {
    RunId run = ended(prod, NOW.minus(Duration.ofDays(300)));

    loop("").pass();

    assertThat(records.runs().find(run)).isPresent();
    assertThat(state().lookedAt()).isEqualTo(NOW);
    assertThat(state().removedAt()).isEmpty();
  }

  @Test
  void eachClusterIsKeptAsItsOwnRuleSays() throws InterruptedException {
    keep(ALL, Duration.ofDays(180), 0);
    keep(Optional.of(prod.cluster()), Duration.ofDays(350), 0);
    RunId young = ended(test, NOW.minus(Duration.ofDays(170)));
    RunId old = ended(test, NOW.minus(Duration.ofDays(200)));
    RunId oldButProd = ended(prod, NOW.minus(Duration.ofDays(200)));
    RunId tooOld = ended(prod, NOW.minus(Duration.ofDays(360)));
    RunId open = test.started(test.run(RecordsFixture.nodes(1))).id();

    loop("").pass();

    assertThat(Stream.of(young, old, oldButProd, tooOld, open))
        .filteredOn(run -> records.runs().find(run).isPresent())
        .containsExactly(young, oldButProd, open);
    assertThat(state().last()).isEqualTo(new Removed(2, 0, 0));
    assertThat(state().removedAt()).contains(NOW);
  }

  @Test
  void batchAfterBatchGoesUntilNothingIsLeft() throws InterruptedException {
    keep(ALL, Duration.ofDays(1), 0);
    for (int i = 0; i < 120; i++) {
      ended(prod, RecordsFixture.T0);
    }

    loop("").pass();

    assertThat(state().last()).isEqualTo(new Removed(120, 0, 0));
    assertThat(state().inAll()).isEqualTo(new Removed(120, 0, 0));
  }

  @Test
  void whatGoesIsInTheFolderBeforeAsLinesThatParse() throws InterruptedException, IOException {
    keep(ALL, Duration.ofDays(1), 0);
    RunId run = ended(prod, RecordsFixture.T0);
    Files.createDirectories(folder.resolve("2027-01-01"));
    Path leftOver = Files.writeString(folder.resolve("2027-01-01/history-x.jsonl.part"), "{\"");

    loop(folder.toString()).pass();

    List<JsonNode> lines = exported();
    assertThat(lines).extracting(line -> line.path("record").asString()).containsExactly("run");
    assertThat(lines.getFirst().path("id").asString()).isEqualTo(run.toString());
    assertThat(leftOver).doesNotExist();
    assertThat(state().export()).contains(folder.toString());
    assertThat(state().halted()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenHaltsAndSaysWhyUntilItCan()
      throws InterruptedException, IOException {
    keep(ALL, Duration.ofDays(1), 0);
    RunId run = ended(prod, RecordsFixture.T0);
    Path notAFolder = Files.writeString(folder.resolve("file"), "in the way");
    RetentionLoop loop = loop(notAFolder.toString());

    loop.pass();

    assertThat(records.runs().find(run)).isPresent();
    assertThat(state().halted().orElseThrow().why())
        .contains(notAFolder.toString())
        .contains("nothing is removed until it can");

    Files.delete(notAFolder);
    loop.pass();

    assertThat(records.runs().find(run)).isEmpty();
    assertThat(state().halted()).isEmpty();
  }

  @Test
  void whatIsToBeExportedIsLeftToAWorkerThatHasAFolder() throws InterruptedException {
    keep(ALL, Duration.ofDays(1), 0);
    records
        .retention()
        .change(
            ALL,
            rule ->
                rule.with(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true)),
            "ada",
            NOW);
    RunId run = ended(prod, RecordsFixture.T0);

    loop("").pass();

    assertThat(records.runs().find(run)).isPresent();
    assertThat(state().halted().orElseThrow().why()).contains("muster.retention.export");

    loop(folder.toString()).pass();

    assertThat(records.runs().find(run)).isEmpty();
  }

  private RetentionLoop loop(String export) {
    return new RetentionLoop(
        records,
        Clock.fixed(NOW, ZoneOffset.UTC),
        new RetentionSettings(Duration.ofMinutes(1), Duration.ZERO, export));
  }

  private void keep(Optional<ClusterName> cluster, Duration runs, int atLeast) {
    records
        .retention()
        .change(
            cluster,
            rule ->
                rule.with(
                    Optional.of(KeptFor.of(runs)),
                    Optional.of(atLeast),
                    Optional.empty(),
                    Optional.empty()),
            "ada",
            NOW);
  }

  private RunId ended(RecordsFixture of, Instant at) {
    NewRun run = of.started(of.run(RecordsFixture.nodes(1)));
    long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
    records
        .runFences()
        .write(
            run.id(),
            epoch,
            writes -> {
              writes.state(ProgressState.COMPLETED, "done", at);
              return true;
            });
    return run.id();
  }

  private RemovalState state() {
    return records.historyStatus().removal().orElseThrow();
  }

  private List<JsonNode> exported() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<JsonNode> lines = new ArrayList<>();
      for (Path file : files.filter(one -> one.toString().endsWith(".jsonl")).sorted().toList()) {
        Files.readAllLines(file).forEach(line -> lines.add(WireFormat.JSON.readTree(line)));
      }
      return lines;
    }
  }
}
