package dev.muster.records.cycles;

import static dev.muster.records.RecordsFixture.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CyclesTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();
  private final Cycles cycles = records.cycles();

  @Test
  void aReportIsKeptOncePerCycleAndListedNewestFirst() {
    Fence fence = RecordsFixture.cluster(records, "listed", 0).fence();
    cycles.record(report(fence, 1));
    cycles.record(report(fence.next(), 2));
    cycles.record(report(fence.next(), 3));

    Page<CycleRecord> page = cycles.list(fence.cluster(), new PageRequest(1, Optional.empty()));

    assertThat(page.items()).containsExactly(report(fence.next(), 3));
    assertThat(cycles.list(fence.cluster(), new PageRequest(1, page.next())).items())
        .containsExactly(report(fence, 1));
  }

  @Test
  void onlyTheNewestAreKept() {
    Fence fence = RecordsFixture.cluster(records, "pruned", 0).fence();
    for (int i = 1; i <= Cycles.KEPT + 100; i++) {
      cycles.record(report(new Fence(fence.cluster(), fence.epoch(), i), i));
    }

    assertThat(cycles.list(fence.cluster(), new PageRequest(500, Optional.empty())).items())
        .hasSize(Cycles.KEPT)
        .last()
        .satisfies(oldest -> assertThat(oldest.fence().cycle()).isEqualTo(101));
  }

  @Test
  void aClusterThatIsGoneKeepsNoReports() {
    cycles.record(report(new Fence(new ClusterName("nobody"), 1, 1), 1));

    PageRequest all = new PageRequest(10, Optional.empty());
    assertThat(cycles.list(new ClusterName("nobody"), all).items()).isEmpty();
  }

  private static CycleRecord report(Fence fence, int number) {
    return new CycleRecord(
        fence,
        "INTERVAL",
        after(number),
        Duration.ofMillis(number),
        Optional.of(after(number + 1)),
        WireFormat.JSON.createObjectNode().put("number", number));
  }
}
