package dev.muster.connections.health;

import dev.muster.connections.schema.WaitingPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether PostgreSQL answers, and has room to write. */
public final class DatabaseHealth implements HealthIndicator {

  private static final int WITHIN_SECONDS = 2;

  private final DataSource database;

  public DatabaseHealth(DataSource database) {
    this.database = database;
  }

  @Override
  public Health health() {
    Optional<String> trouble =
        database instanceof WaitingPool pool ? pool.trouble() : Optional.empty();
    return trouble.map(DatabaseHealth::away).orElseGet(this::asked);
  }

  private Health asked() {
    try (Connection connection = database.getConnection()) {
      return connection.isValid(WITHIN_SECONDS)
          ? Health.up().build()
          : away("the connection is no longer valid");
    } catch (SQLException e) {
      return away(String.valueOf(e.getMessage()));
    }
  }

  private static Health away(String why) {
    return Health.down().withDetail("why", why).build();
  }
}
