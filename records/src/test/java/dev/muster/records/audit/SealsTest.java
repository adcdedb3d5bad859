package dev.muster.records.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chain over the audit. */
final class SealsTest {

  private static final Instant AT = Instant.parse("2026-11-22T07:00:00.123456Z");

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();

  @BeforeEach
  void fiveEntries() {
    List<NewAuditEntry> entries = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      entries.add(entry("act." + i));
    }
    records.audit().insert(entries);
    assertThat(records.seals().seal()).isEqualTo(5);
    assertThat(records.seals().seal()).isZero();
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void anAuditThatNobodyTouchedHolds() {
    SealCheck check = records.seals().verify(Optional.empty());
    assertThat(check.faults()).isEmpty();
    assertThat(check.sealed()).isEqualTo(5);
    assertThat(check.last().orElseThrow().place()).isEqualTo(5);
    assertThat(records.seals().verify(check.last()).holds()).isTrue();

    records.audit().insert(entry("later"));
    assertThat(records.seals().verify(Optional.empty()).unsealed()).isEqualTo(1);
    assertThat(records.seals().seal()).isEqualTo(1);
    assertThat(records.seals().verify(check.last()).holds()).isTrue();
  }

  @Test
  void whoKeepsItElsewhereCanFollowTheChainFromPageToPage() {
    List<SealedEntry> all = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<SealedEntry> page = records.seals().list(new PageRequest(2, marker));
      all.addAll(page.items());
      marker = page.next();
    } while (marker.isPresent());
    assertThat(all).hasSize(5);
    AuditSeal before = AuditSeal.NONE;
    for (SealedEntry one : all) {
      assertThat(one.hash()).isEqualTo(AuditSeal.hashOf(one.entry().orElseThrow()));
      assertThat(one.seal()).isEqualTo(before.next(one.seq(), one.hash()));
      before = one.seal();
    }
    assertThat(records.seals().list(new PageRequest(2, Optional.of("4"))).items())
        .extracting(one -> one.seal().place())
        .containsExactly(5L);
    assertThatThrownBy(() -> records.seals().list(new PageRequest(2, Optional.of("x"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "actor = 'user:mallory'",
        "what = 'nothing'",
        "at = at + interval '1 microsecond'",
        "cluster = null",
        "run = 'aaaaaaaa-0000-4000-8000-000000000000'",
        "action = 'aaaaaaaa-0000-4000-8000-000000000000'",
        "detail = detail || '{\"why\": \"another\"}'"
      })
  void whatIsChangedInAnEntryIsFound(String change) {
    database.sql("update audit set %s where what = 'act.3'".formatted(change));
    assertThat(records.seals().verify(Optional.empty()).faults())
        .containsExactly(new SealCheck.Fault(3, "entry 3 was changed after it was sealed"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void anEntryThatIsGoneIsFoundAtTheBeginningInTheMiddleAndAtTheEnd(int seq) {
    database.sql("delete from audit where seq = " + seq);
    assertThat(records.seals().verify(Optional.empty()).faults())
        .containsExactly(
            new SealCheck.Fault(
                seq, "entry %d is missing, and retention did not remove it".formatted(seq)));
  }

  /** The chain alone is as if the last ones had never been. */
  @Test
  void anEndThatIsGoneWithItsSealsIsFoundByASealThatWasKept() {
    Optional<AuditSeal> kept = records.seals().last();
    database.sql("delete from audit where seq > 3");
    database.sql("delete from audit_seals where place > 3");
    assertThat(records.seals().verify(Optional.empty()).holds()).isTrue();
    assertThat(records.seals().verify(kept).faults())
        .containsExactly(
            new SealCheck.Fault(5, "the chain ends before the seal that was kept, at 3"));

    records.audit().insert(List.of(entry("another"), entry("one more")));
    records.seals().seal();
    assertThat(records.seals().verify(kept).faults())
        .containsExactly(
            new SealCheck.Fault(
                5, "the seal is not the one that was kept: the chain was made anew"));
  }

  @Test
  void entriesThatChangedPlacesAreFound() {
    database.sql(
        "update audit set what = case seq when 2 then 'act.4' else 'act.2' end where seq in (2, 4)");
    assertThat(records.seals().verify(Optional.empty()).faults())
        .containsExactly(
            new SealCheck.Fault(2, "entry 2 was changed after it was sealed"),
            new SealCheck.Fault(4, "entry 4 was changed after it was sealed"));

    database.sql("update audit_seals set place = 99 where place = 2");
    database.sql("update audit_seals set place = 2 where place = 4");
    database.sql("update audit_seals set place = 4 where place = 99");
    assertThat(records.seals().verify(Optional.empty()).faults().getFirst())
        .isEqualTo(
            new SealCheck.Fault(2, "the seal over entry 4 does not follow from the one before"));
  }

  /** Whoever puts an entry among those of before has it sealed with those of now. */
  @Test
  void anEntryThatIsPutAmongOlderOnesIsFound() {
    database.sql("select setval('audit_seq_seq', 9)");
    records.audit().insert(entry("act.10", AT.plusSeconds(3600)));
    records.seals().seal();
    inserted(7, AT);
    inserted(8, AT.plusSeconds(3599));
    records.audit().insert(entry("act.11", AT.plusSeconds(3601)));
    assertThat(records.seals().seal()).isEqualTo(3);
    assertThat(records.seals().verify(Optional.empty()).faults())
        .containsExactly(
            new SealCheck.Fault(
                7,
                "entry 7 of 2026-11-22T07:00:00.123456Z was put there after entry 10 of"
                    + " 2026-11-22T08:00:00.123456Z was sealed"));
  }

  @Test
  void anEntryThatIsPutSoFarBackThatNobodySealsItIsFound() {
    inserted(-10_000, AT);
    SealCheck check = records.seals().verify(Optional.empty());
    assertThat(check.unsealed()).isEqualTo(1);
    assertThat(check.faults())
        .containsExactly(
            new SealCheck.Fault(
                6, "entry -10000 has no seal, and is too old to get one: it was put there later"));
  }

  private void inserted(long seq, Instant at) {
    database.sql(
        """
        insert into audit (seq, at, actor, what) overriding system value
        values (%d, '%s', 'user:ada', 'run.approve')
        """
            .formatted(seq, at));
  }

  @Test
  void aSealThatIsGoneOrChangedIsFound() {
    database.sql("delete from audit_seals where place = 4");
    assertThat(records.seals().verify(Optional.empty()).faults())
        .contains(new SealCheck.Fault(4, "seals 4 to 4 are missing"));
    database.sql("update audit_seals set entry = sha256('x') where place = 2");
    assertThat(records.seals().verify(Optional.empty()).faults())
        .extracting(SealCheck.Fault::what)
        .contains(
            "the seal over entry 2 does not follow from the one before",
            "entry 2 was changed after it was sealed");
  }

  /** Whoever can write everything can make a chain that holds; not one with the seal of before. */
  @Test
  void aChainThatWasMadeAnewIsFoundByASealThatWasKept() {
    Optional<AuditSeal> kept = records.seals().last();
    database.sql("update audit set actor = 'user:mallory' where what = 'act.1'");
    database.sql("truncate audit_seals");
    records.seals().seal();
    assertThat(records.seals().verify(Optional.empty()).holds()).isTrue();
    assertThat(records.seals().verify(kept).faults())
        .containsExactly(
            new SealCheck.Fault(
                5, "the seal is not the one that was kept: the chain was made anew"));
  }

  @Test
  void whatRetentionRemovesLeavesItsSeal() {
    records
        .historyRemoval()
        .audit(Optional.of(new ClusterName("prod")), AT.plusSeconds(1), Optional.empty());
    SealCheck check = records.seals().verify(Optional.empty());
    assertThat(check.faults()).isEmpty();
    assertThat(check.removed()).isEqualTo(5);
    records.audit().insert(entry("later"));
    records.seals().seal();
    assertThat(records.seals().verify(Optional.empty()).holds()).isTrue();
  }

  @Test
  void whatIsCommittedLateHasItsPlaceToo() {
    database.sql("select setval('audit_seq_seq', 7)");
    records.audit().insert(entry("act.8"));
    records.seals().seal();
    database.sql(
        """
        insert into audit (seq, at, actor, what) overriding system value
        values (6, now(), 'user:slow', 'act.6')
        """);
    records.audit().insert(entry("act.9"));
    assertThat(records.seals().seal()).isEqualTo(2);
    SealCheck check = records.seals().verify(Optional.empty());
    assertThat(check.faults()).isEmpty();
    assertThat(check.unsealed()).isZero();
    assertThat(check.sealed()).isEqualTo(8);
  }

  @Test
  void manyWhoSealAtOnceSealEachEntryOnce() {
    for (int i = 0; i < 300; i++) {
      records.audit().insert(entry("many." + i));
    }
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(CompletableFuture.supplyAsync(() -> records.seals().seal()));
    }
    assertThat(all.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(300);
    assertThat(records.seals().verify(Optional.empty()).holds()).isTrue();
  }

  @Test
  void aSealIsReadAsItIsWritten() {
    AuditSeal last = records.seals().last().orElseThrow();
    assertThat(last.toString()).matches(AuditSeal.PATTERN);
    assertThat(AuditSeal.read(last.toString())).isEqualTo(last);
    assertThatThrownBy(() -> AuditSeal.read("5:nonsense"))
        .hasMessageContaining("expected: a place");
  }

  private static NewAuditEntry entry(String what) {
    return entry(what, AT);
  }

  private static NewAuditEntry entry(String what, Instant at) {
    return new NewAuditEntry(
        at,
        "user:ada",
        what,
        Optional.of(new ClusterName("prod")),
        Optional.empty(),
        Optional.empty(),
        Map.of("why", "because", "result", "APPLIED"));
  }
}
