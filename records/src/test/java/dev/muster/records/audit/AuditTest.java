package dev.muster.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AuditTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  @Test
  void entriesAreListedNewestFirstByWhatTheyAreAbout() {
    Records records = DATABASE.records();
    RecordsFixture given = RecordsFixture.cluster(records, "audited", 0);
    RunId run = new RunId(new UUID(3, 3));
    NewAuditEntry start = given.entry("run.start", Optional.of(run));
    NewAuditEntry pause = given.entry("run.pause", Optional.of(run));
    NewAuditEntry other = given.entry("cluster.create", Optional.empty());
    records.audit().insert(List.of(start, pause, other));
    AuditFilter ofRun = new AuditFilter(Optional.empty(), Optional.of(run), Optional.empty());

    Page<AuditEntry> page = records.audit().list(ofRun, new PageRequest(1, Optional.empty()));

    assertThat(page.items()).extracting(AuditEntry::entry).containsExactly(pause);
    assertThat(records.audit().list(ofRun, new PageRequest(1, page.next())).items())
        .extracting(AuditEntry::entry)
        .containsExactly(start);
    assertThat(
            records
                .audit()
                .list(
                    new AuditFilter(
                        Optional.of(given.cluster()), Optional.empty(), Optional.empty()),
                    PageRequest.FIRST)
                .items())
        .hasSize(3);
  }
}
