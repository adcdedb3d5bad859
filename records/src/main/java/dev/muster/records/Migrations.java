package dev.muster.records;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Brings the database's schema up to date. Processes that start at the same time take turns. */
public final class Migrations {

  private Migrations() {}

  /**
   * Runs those that were not run yet.
   *
   * @return how many that were
   */
  public static int run(DataSource database) {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(database)
        .locations("classpath:db/migration")
        .load()
        .migrate()
        .migrationsExecuted;
  }
}
