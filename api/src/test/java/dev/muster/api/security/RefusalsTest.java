package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.security.Refusals.Refusal;
import dev.muster.domain.action.Actor;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.audit.AuditEntry;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.sql.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is kept of refused requests. */
final class RefusalsTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final SetClock clock = new SetClock();
  private final Refusals refusals = new Refusals(records, clock);

  @BeforeEach
  void start() {
    refusals.start();
  }

  @AfterEach
  void stop() {
    refusals.stop();
    database.close();
  }

  @Test
  void theSameIsKeptOnceAMinuteWithHowOftenItWas() {
    Refusal again = new Refusal(403, Actor.user("vera"), "POST /v1/x", "it takes operate");
    for (int i = 0; i < 50; i++) {
      refusals.note(again);
    }
    clock.now = clock.now.plus(Duration.ofMinutes(1));
    refusals.note(again);

    List<AuditEntry> kept = awaitEntries(2);
    assertThat(kept.getLast().entry().actor()).isEqualTo("user:vera");
    assertThat(kept.getLast().entry().detail())
        .containsEntry("request", "POST /v1/x")
        .containsEntry("status", "403")
        .containsEntry("why", "it takes operate")
        .doesNotContainKey("before");
    assertThat(kept.getFirst().entry().detail())
        .containsEntry("before", "49 times in the minute after the last entry");
  }

  @Test
  void madeUpAddressesDoNotFillTheAudit() {
    for (int i = 0; i < 5_000; i++) {
      refusals.note(new Refusal(401, Actor.anonymous("10.0.0.1"), "GET /v1/" + i, "who asks?"));
    }
    clock.now = clock.now.plusSeconds(1);
    refusals.note(new Refusal(401, Actor.anonymous("10.0.0.1"), "GET /v1/last", "who asks?"));

    AuditEntry last = awaitEntries(21).getFirst();
    assertThat(last.entry().actor()).isEqualTo("anonymous:10.0.0.1");
    assertThat(last.entry().detail()).containsEntry("notKept", "4980");
  }

  @Test
  void whatIsLongOrUnprintableIsKeptShortAndReadable() {
    refusals.note(
        new Refusal(401, Actor.user("a\nb"), "GET /" + "x".repeat(9_000), "\u001b[31mred"));
    AuditEntry kept = awaitEntries(1).getFirst();
    assertThat(kept.entry().actor()).isEqualTo("user:a b");
    assertThat(kept.entry().detail().get("request")).hasSizeLessThanOrEqualTo(200);
    assertThat(kept.entry().detail().get("why")).doesNotContain("\u001b");
  }

  private List<AuditEntry> awaitEntries(int count) {
    PageRequest all = new PageRequest(500, Optional.empty());
    Awaitility.await()
        .until(() -> records.audit().list(AuditFilter.ALL, all).items().size() >= count);
    List<AuditEntry> entries = records.audit().list(AuditFilter.ALL, all).items();
    assertThat(entries).hasSize(count);
    return entries;
  }
}
