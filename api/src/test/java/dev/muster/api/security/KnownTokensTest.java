package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Role;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.tokens.TokenRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process knows of tokens without asking, and when it no longer does. */
final class KnownTokensTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final SetClock clock = new SetClock();
  private final KnownTokens known = new KnownTokens(records, clock);
  private final AccessToken sent =
      AccessToken.read(Given.token(records, "ci", Role.VIEWER, "*")).orElseThrow();

  @AfterEach
  void stop() {
    database.close();
  }

  @Test
  void whatIsKnownIsBelievedForASecondAndARevocationHereCountsAtOnce() {
    assertThat(known.usedOfLate(sent)).as("before it was used").isEmpty();
    assertThat(known.active(sent)).isPresent();
    assertThat(known.usedOfLate(sent)).isPresent();
    clock.now = clock.now.plusSeconds(1);
    assertThat(known.usedOfLate(sent)).as("a second later").isEmpty();

    assertThat(known.active(sent)).isPresent();
    records.tokens().revoke(id(), "root", Instant.now());
    known.forget(id());
    assertThat(known.usedOfLate(sent)).isEmpty();
    assertThat(known.active(sent)).isEmpty();
  }

  @Test
  void whatWasReadBeforeARevocationIsNotKeptAfterIt() throws Exception {
    try (ExecutorService reader = Executors.newSingleThreadExecutor();
        Connection gate = database.dataSource().getConnection();
        Statement jdbc = gate.createStatement()) {
      gate.setAutoCommit(false);
      UUID token = id();
      jdbc.execute("lock table tokens in access exclusive mode");
      Future<Optional<TokenRecord>> reading = reader.submit(() -> known.active(sent));
      Awaitility.await().until(() -> isSomebodyAtTheGate(jdbc));
      known.forget(token);
      gate.rollback();

      assertThat(reading.get()).as("what was read, by whoever asked before").isPresent();
      assertThat(known.usedOfLate(sent)).as("what is believed of it afterwards").isEmpty();
    }
  }

  private static boolean isSomebodyAtTheGate(Statement jdbc) throws SQLException {
    try (ResultSet waiting =
        jdbc.executeQuery(
            "select count(*) from pg_locks where not granted and relation = 'tokens'::regclass")) {
      return waiting.next() && waiting.getInt(1) == 1;
    }
  }

  private UUID id() {
    return records.tokens().list(PageRequest.FIRST).items().getFirst().id();
  }
}
