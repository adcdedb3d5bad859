package dev.muster.worker.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.playbook.PlaybookActivitiesImpl;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.Steps;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.connections.engine.EngineOwnership.Standing;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.runs.NewRun;
import dev.muster.records.sql.PageRequest;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EngineOwnershipTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final AtomicReference<Optional<String>> first =
      new AtomicReference<>(Optional.of("first"));
  private final AtomicReference<Optional<String>> second =
      new AtomicReference<>(Optional.of("second"));

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void processStartedLastMovesTheRunsAndTheOtherSaysWhoDoes() {
    EngineOwnership old = process(first);
    assertThat(old.movesRuns()).isTrue();

    EngineOwnership young = process(second);

    assertThat(young.movesRuns()).isTrue();
    assertThat(old.movesRuns()).isFalse();
    assertThat(old.elsewhere().orElseThrow())
        .contains("engine of second")
        .contains("take the runs back to engine of first");
    assertThat(young.elsewhere()).isEmpty();
    assertThat(records.engines().current().orElseThrow().generation()).isEqualTo(2);
  }

  @Test
  void abandonedProcessNeverClaimsByItself() {
    EngineOwnership old = process(first);
    old.movesRuns();
    process(second).movesRuns();

    assertThat(old.movesRuns()).isFalse();
    assertThat(old.movesRuns()).isFalse();
    first.set(Optional.of("first, replaced in place"));
    old.replaced();

    assertThat(old.view().standing()).isEqualTo(Standing.ABANDONED);
    assertThat(records.engines().current().orElseThrow().identity()).isEqualTo("second");
  }

  @Test
  void restartTakesTheRunsBackAndTheAuditSaysSo() {
    process(first).movesRuns();
    EngineOwnership other = process(second);
    other.movesRuns();

    assertThat(process(first).movesRuns()).isTrue();

    assertThat(other.movesRuns()).isFalse();
    assertThat(claims()).isEqualTo(2);
  }

  @Test
  void replacedEngineTakesThePlaceOfTheOldOneInEveryProcess() {
    EngineOwnership replacing = process(first);
    EngineOwnership beside = process(first);
    replacing.movesRuns();
    beside.movesRuns();

    first.set(Optional.of("first, replaced in place"));
    replacing.replaced();

    assertThat(replacing.movesRuns()).isTrue();
    assertThat(beside.movesRuns()).isTrue();
    assertThat(beside.view().identity()).contains("first, replaced in place");
    assertThat(claims()).isZero();
  }

  @Test
  void nothingIsClaimedBeforeTheEngineAnswers() {
    process(first).movesRuns();
    second.set(Optional.empty());
    EngineOwnership young = process(second);

    assertThat(young.movesRuns()).isTrue();
    assertThat(young.view().standing()).isEqualTo(Standing.UNKNOWN);
    assertThat(records.engines().current().orElseThrow().identity()).isEqualTo("first");

    second.set(Optional.of("second"));
    assertThat(young.movesRuns()).isTrue();
    assertThat(records.engines().current().orElseThrow().identity()).isEqualTo("second");
  }

  @Test
  void abandonedProcessTakesNoEpochHoweverFreshTheClaimIs() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    EngineOwnership old = process(first);
    Fence before = takeEpoch(old, cluster);

    process(second).movesRuns();

    // Within the second in which `elsewhere` still answers from memory.
    assertThatThrownBy(() -> takeEpoch(old, cluster)).hasMessageContaining("engine of second");
    assertThat(old.elsewhereNow()).isPresent();
    assertThat(records.clusterFences().alone(before, writes -> "written").written())
        .contains("written");
    assertThat(takeEpoch(process(second), cluster).epoch()).isGreaterThan(before.epoch());
  }

  @Test
  void runOfAnAbandonedProcessKeepsTheEpochOfTheOneThatMovesIt() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(1)));
    EngineOwnership old = process(first);
    assertThat(old.movesRuns()).isTrue();
    EngineOwnership young = process(second);
    young.movesRuns();
    long epoch = activities(young).takeEpoch(run.id());

    assertThatThrownBy(() -> activities(old).takeEpoch(run.id()))
        .hasMessageContaining("engine of second");

    assertThat(records.runFences().write(run.id(), epoch, writes -> "written").written())
        .contains("written");
  }

  private PlaybookActivitiesImpl activities(EngineOwnership process) {
    return new PlaybookActivitiesImpl(
        records, new Steps(records), new NoSignals(), process, Clock.systemUTC());
  }

  /** Nobody is told. */
  private static final class NoSignals implements Signals {
    @Override
    public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {}

    @Override
    public void progressed(RunId run) {}
  }

  @Test
  void claimWaitsForTheEpochThatIsBeingTaken() throws Exception {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    EngineOwnership old = process(first);
    old.movesRuns();
    EngineOwnership young = process(second);
    CompletableFuture<Boolean> claim = new CompletableFuture<>();

    old.whileMoving(() -> {
      Thread.ofVirtual().start(() -> claim.complete(young.movesRuns()));
      assertThatThrownBy(() -> claim.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      return records.clusterFences().takeEpoch(cluster.cluster()).orElseThrow();
    });

    assertThat(claim.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void processTakesAnEpochForTheEngineThatHasJustReplacedItsOwn() {
    RecordsFixture cluster = RecordsFixture.cluster(records, "prod", 1);
    EngineOwnership replacing = process(first);
    EngineOwnership beside = process(first);
    takeEpoch(beside, cluster);

    first.set(Optional.of("first, replaced in place"));
    replacing.movesRuns();
    replacing.replaced();

    assertThat(takeEpoch(beside, cluster).epoch()).isPositive();
  }

  private Fence takeEpoch(EngineOwnership process, RecordsFixture cluster) {
    return process.whileMoving(
        () -> records.clusterFences().takeEpoch(cluster.cluster()).orElseThrow());
  }

  private long claims() {
    return records
        .audit()
        .list(
            new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty()),
            new PageRequest(10, Optional.empty()))
        .items()
        .stream()
        .filter(entry -> entry.entry().what().equals("engine.claim"))
        .count();
  }

  private EngineOwnership process(AtomicReference<Optional<String>> engine) {
    return new EngineOwnership(
        records,
        engine::get,
        "engine of " + engine.get().orElse("nobody").split(",", 2)[0],
        Clock.systemUTC());
  }
}
