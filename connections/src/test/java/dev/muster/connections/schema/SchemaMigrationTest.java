package dev.muster.connections.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import dev.muster.connections.fixture.Relay;
import dev.muster.connections.health.DatabaseHealth;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** PostgreSQL behind a relay that is cut when a test says so. */
final class SchemaMigrationTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private static WaitingPool pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("postgres");
    config.setConnectionTimeout(500);
    config.setMaximumPoolSize(4);
    return new WaitingPool(config, Optional.empty());
  }

  private static String through(Relay relay, TestDatabase database) {
    return database.jdbcUrl().replaceFirst("//[^/]*/", "//127.0.0.1:%d/".formatted(relay.port()));
  }

  private static int port(TestDatabase database) {
    return URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
  }

  private static void await(WaitingPool pool) {
    Instant end = Instant.now().plus(SOON);
    while (!answers(pool)) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
  }

  /** A connection that was used just now is given out unchecked, and may be a dead one. */
  private static boolean answers(WaitingPool pool) {
    try (Connection connection = pool.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Test
  void aDatabaseThatIsAwayIsWaitedForAndTheHealthSaysWhy() {
    try (TestDatabase database = TestDatabase.empty();
        Relay relay = new Relay(port(database));
        WaitingPool pool = pool(through(relay, database));
        SchemaMigration schema = new SchemaMigration(pool, "postgresql://test")) {
      schema.bring();
      var health = new DatabaseHealth(pool).health();
      assertThat(health.getStatus()).isEqualTo(Status.DOWN);
      assertThat(String.valueOf(health.getDetails().get("why"))).contains("is not there yet");

      relay.open();
      await(pool);
      assertThat(Records.open(pool).clusters().names()).isEmpty();
      assertThat(new DatabaseHealth(pool).health().getStatus()).isEqualTo(Status.UP);
    }
  }

  @Test
  void aDatabaseThatIsCutInTheMiddleIsUsedAgainWhenItIsBack() {
    try (TestDatabase database = TestDatabase.fresh();
        Relay relay = new Relay(port(database));
        WaitingPool pool = pool(through(relay, database));
        SchemaMigration schema = new SchemaMigration(pool, "postgresql://test")) {
      relay.open();
      schema.bring();
      await(pool);
      relay.cut();
      assertThat(new DatabaseHealth(pool).health().getStatus()).isEqualTo(Status.DOWN);
      relay.open();
      await(pool);
    }
  }

  @Test
  void aSchemaThatIsNotOursKeepsTheProcessFromStarting() {
    try (TestDatabase database = TestDatabase.empty()) {
      database.sql("create table cluster (mine int)");
      try (WaitingPool pool = pool(database.jdbcUrl());
          SchemaMigration schema = new SchemaMigration(pool, "postgresql://test")) {
        assertThatThrownBy(schema::bring).hasMessageContaining("schema");
        assertThatThrownBy(pool::getConnection).hasMessageContaining("is not there yet");
      }
    }
  }
}
