package dev.muster.api.events;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Connections beside the pool: one that listens is held for as long as the process lives, and a
 * pool would take its end for a fault.
 */
public final class Unpooled {

  private Unpooled() {}

  /** The database without its pool; the source itself if it is another kind. */
  public static DataSource of(DataSource database) {
    if (database instanceof HikariDataSource pool && pool.getJdbcUrl() != null) {
      return new DriverManagerDataSource(
          pool.getJdbcUrl(),
          Optional.ofNullable(pool.getUsername()).orElse(""),
          Optional.ofNullable(pool.getPassword()).orElse(""));
    }
    return database;
  }
}
