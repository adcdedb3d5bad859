package dev.muster.records.retention;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.retention.RetentionRule;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.retention.HistoryStatus.Looking;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RetentionTest {

  private static final Optional<ClusterName> ALL = Optional.empty();
  private static final KeptFor MONTH = KeptFor.of(Duration.ofDays(30));

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final Retention retention = records.retention();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 1);

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void withoutARuleAllIsKept() {
    assertThat(retention.rules().keepAll()).isTrue();
    assertThat(retention.rules().of(Optional.of(prod.cluster()))).isEqualTo(RetentionRule.KEEP_ALL);
  }

  @Test
  void aClusterHasItsOwnRuleOrThatOfAll() {
    retention.change(ALL, rule -> set(rule, MONTH, 1_000), "ada", T0);
    Optional<ClusterName> own = Optional.of(prod.cluster());
    StoredRule changed =
        retention.change(
            own,
            rule ->
                rule.with(
                    Optional.of(KeptFor.EVER),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
            "bob",
            after(1));

    assertThat(changed.rule())
        .isEqualTo(new RetentionRule(KeptFor.EVER, 1_000, KeptFor.EVER, false));
    assertThat(retention.rules().of(own)).isEqualTo(changed.rule());
    assertThat(retention.rules().of(Optional.of(new ClusterName("other"))).runs()).isEqualTo(MONTH);
    assertThat(retention.list()).extracting(StoredRule::changedBy).containsExactly("ada", "bob");

    assertThat(retention.unset(own)).isTrue();
    assertThat(retention.unset(own)).isFalse();
    assertThat(retention.rules().of(own).runs()).isEqualTo(MONTH);
  }

  @Test
  void aRuleIsTakenForAClusterThatIsThereOrHasHistory() {
    assertThat(retention.knows(prod.cluster())).isTrue();
    assertThat(retention.knows(new ClusterName("never"))).isFalse();

    records.audit().insert(prod.entry("cluster.remove", Optional.empty()));
    records.clusters().remove(prod.cluster());

    assertThat(retention.knows(prod.cluster())).isTrue();
  }

  @Test
  void theStatusSaysWhatIsThereAndHowOldItIs() {
    prod.started(prod.run(nodes(1)));

    assertThat(records.historyStatus().tables())
        .filteredOn(table -> table.table().equals("runs"))
        .singleElement()
        .satisfies(runs -> {
          assertThat(runs.rows()).isEqualTo(1);
          assertThat(runs.bytes()).isPositive();
          assertThat(runs.oldest()).contains(T0);
        });
    assertThat(records.historyStatus().tables())
        .extracting(TableSize::table)
        .containsExactly(
            "action_log_chunks", "action_transitions", "actions", "audit", "cycle_reports", "runs");
  }

  @Test
  void whatWasRemovedAddsUpAndWhatHaltsIsShownSinceItsBeginning() {
    HistoryStatus status = records.historyStatus();
    assertThat(status.removal()).isEmpty();

    status.looked(look(0), new Removed(2, 10, 0), new Removed(2, 10, 0), Optional.empty());
    status.looked(look(1), new Removed(1, 5, 0), new Removed(3, 15, 0), Optional.empty());
    status.looked(look(2), Removed.NOTHING, Removed.NOTHING, Optional.of("the disk is full"));
    status.looked(look(3), Removed.NOTHING, Removed.NOTHING, Optional.of("the disk is full"));

    RemovalState state = status.removal().orElseThrow();
    assertThat(state.lookedAt()).isEqualTo(after(3));
    assertThat(state.removedAt()).contains(after(1));
    assertThat(state.last()).isEqualTo(new Removed(3, 15, 0));
    assertThat(state.inAll()).isEqualTo(new Removed(3, 15, 0));
    assertThat(state.halted()).contains(new RemovalState.Halted("the disk is full", after(2)));

    status.looked(look(4), Removed.NOTHING, Removed.NOTHING, Optional.empty());
    assertThat(status.removal().orElseThrow().halted()).isEmpty();
  }

  private static Looking look(int second) {
    return new Looking("7@host", Optional.of("/export"), after(second));
  }

  private static RetentionRule set(RetentionRule rule, KeptFor runs, int atLeast) {
    return rule.with(Optional.of(runs), Optional.of(atLeast), Optional.empty(), Optional.empty());
  }
}
