package dev.muster.connections.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import dev.muster.records.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More callers than connections. */
final class WaitingPoolTest {

  private static final Duration TIMEOUT = Duration.ofMillis(300);

  private final TestDatabase database = TestDatabase.fresh();

  private WaitingPool pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("postgres");
    config.setConnectionTimeout(TIMEOUT.toMillis());
    config.setMaximumPoolSize(1);
    WaitingPool pool = new WaitingPool(config, Optional.empty());
    pool.open();
    return pool;
  }

  @Test
  void callersOfABusyPoolGetTheirTurnInTheOrderOfAskingHoweverLongTheOthersTake() throws Exception {
    BlockingQueue<Integer> served = new LinkedBlockingQueue<>();
    try (database;
        WaitingPool pool = pool(database.jdbcUrl())) {
      Connection held = pool.getConnection();
      List<Thread> callers = new ArrayList<>();
      for (int caller = 0; caller < 20; caller++) {
        int number = caller;
        Thread thread = Thread.ofPlatform().start(() -> serve(pool, number, served));
        callers.add(thread);
        await(thread);
      }
      // Longer than the pool itself would have had patience for.
      assertThat(served.poll(TIMEOUT.multipliedBy(3).toMillis(), TimeUnit.MILLISECONDS)).isNull();

      held.close();
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(served).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
  }

  @Test
  void manyCallersOfADatabaseThatIsAwayAreAllToldSoon() throws Exception {
    database.close();
    BlockingQueue<Long> millis = new LinkedBlockingQueue<>();
    try (WaitingPool pool = pool("jdbc:postgresql://127.0.0.1:1/nowhere")) {
      List<Thread> callers = new ArrayList<>();
      for (int caller = 0; caller < 50; caller++) {
        callers.add(
            Thread.ofVirtual()
                .start(() -> {
                  Instant asked = Instant.now();
                  assertThatThrownBy(pool::getConnection)
                      .isInstanceOf(SQLTransientConnectionException.class)
                      .isNotInstanceOf(PoolBusy.class);
                  millis.add(Duration.between(asked, Instant.now()).toMillis());
                }));
      }
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(millis).hasSize(50).allMatch(waited -> waited < 5_000);
  }

  private static void serve(WaitingPool pool, int caller, BlockingQueue<Integer> served) {
    try (Connection connection = pool.getConnection()) {
      served.add(caller);
      assertThat(connection.isValid(1)).isTrue();
    } catch (SQLException refused) {
      throw new AssertionError("caller " + caller, refused);
    }
  }

  private static void await(Thread waiting) {
    Instant end = Instant.now().plusSeconds(20);
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
  }
}
