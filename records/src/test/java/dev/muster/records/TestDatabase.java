package dev.muster.records;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A fresh, migrated database for a test. One PostgreSQL is started for each JVM, the first time
 * that one is asked for; databases are copied from a template, which takes some 50 ms.
 *
 * <pre>{@code
 * private static final TestDatabase DATABASE = TestDatabase.fresh();
 * private final Records records = DATABASE.records();
 * }</pre>
 */
public final class TestDatabase implements AutoCloseable {

  private static final String TEMPLATE = "muster_template";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String name;
  private final HikariDataSource pool;

  private TestDatabase(String name) {
    this.name = name;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url(name));
    config.setUsername("postgres");
    config.setMaximumPoolSize(16);
    config.setMinimumIdle(1);
    this.pool = new HikariDataSource(config);
  }

  /** With the schema, and nothing in it. */
  public static TestDatabase fresh() {
    String name = "muster_" + COUNT.incrementAndGet();
    execute("create database %s template %s strategy file_copy".formatted(name, TEMPLATE));
    return new TestDatabase(name);
  }

  /** With nothing at all, not even the schema. */
  public static TestDatabase empty() {
    String name = "muster_" + COUNT.incrementAndGet();
    execute("create database " + name);
    return new TestDatabase(name);
  }

  public DataSource dataSource() {
    return pool;
  }

  /** Repositories over this database. */
  public Records records() {
    return Records.open(pool);
  }

  /** For a process or a context that connects by itself; the user is {@code postgres}. */
  public String jdbcUrl() {
    return url(name);
  }

  /** Runs a statement as it is, for what a test must look at or break. */
  public void sql(String statement) {
    try (Connection connection = pool.getConnection();
        Statement jdbc = connection.createStatement()) {
      jdbc.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  /** Keeps everything as it is now, for {@link #restore}. */
  public void backUp() {
    sql(
        """
        do $$ declare t text; begin
          drop schema if exists backup cascade;
          create schema backup;
          create table backup.sequence as select last_value from public.epochs;
          for t in select tablename from pg_tables where schemaname = 'public' loop
            execute format('create table backup.%I as table public.%I', t, t);
          end loop;
        end $$
        """);
  }

  /** Sets everything back to what {@link #backUp} kept, sequences too, as from an old backup. */
  public void restore() {
    sql(
        """
        do $$ declare t text; begin
          set local session_replication_role = replica;
          perform setval('public.epochs', (select last_value from backup.sequence));
          for t in select tablename from pg_tables where schemaname = 'public' loop
            execute format('truncate public.%I cascade', t);
          end loop;
          for t in select tablename from pg_tables where schemaname = 'public' loop
            execute format(
              'insert into public.%I overriding system value select * from backup.%I', t, t);
          end loop;
        end $$
        """);
  }

  /** Ends every connection to this database, as a restart of PostgreSQL would. */
  public void dropConnections() {
    execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '%s'"
            .formatted(name));
  }

  @Override
  public void close() {
    pool.close();
    execute("drop database if exists %s with (force)".formatted(name));
  }

  private static String url(String database) {
    return Server.POSTGRES.getJdbcUrl("postgres", database);
  }

  private static void execute(String statement) {
    try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
        Statement jdbc = connection.createStatement()) {
      jdbc.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  /** Started when it is first used. */
  private static final class Server {

    private static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("synchronous_commit", "off")
                .setServerConfig("max_connections", "300")
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres)));
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
            Statement statement = connection.createStatement()) {
          statement.execute("create database " + TEMPLATE);
        }
        Migrations.run(postgres.getDatabase("postgres", TEMPLATE));
        return postgres;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (SQLException e) {
        throw new IllegalStateException("the template cannot be made", e);
      }
    }

    private static void stop(EmbeddedPostgres postgres) {
      try {
        postgres.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
