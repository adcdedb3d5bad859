package dev.muster.standalone.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.records.Migrations;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("deep")
final class EmbeddedDatabaseIT {

  /** Set by initdb from the environment, or derived from where the data are. */
  private static final Set<String> OF_THE_PLACE =
      Set.of(
          "lc_messages",
          "lc_monetary",
          "lc_numeric",
          "lc_time",
          "default_text_search_config",
          "log_timezone",
          "DateStyle",
          "dynamic_shared_memory_type",
          "config_file",
          "data_directory",
          "hba_file",
          "ident_file");

  private static final Set<PosixFilePermission> FOR_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  @TempDir Path folder;

  @Test
  void theRunningServerDiffersFromPostgresqlInDoorsAndSizesOnly() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
      List<String> differing =
          texts(
              database,
              """
              select name from pg_settings
              where source not in ('default', 'client', 'session', 'override', 'database', 'user')
                and setting is distinct from boot_val
              """);
      List<String> others = new ArrayList<>(differing);
      others.removeAll(OF_THE_PLACE);
      others.replaceAll(name -> name.toLowerCase(java.util.Locale.ROOT));
      assertThat(PostgresServer.SETTINGS.keySet()).containsAll(others);
      assertThat(
              texts(
                  database,
                  """
                  select name || '=' || setting from pg_settings
                  where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_level',
                    'zero_damaged_pages', 'ignore_checksum_failure', 'autovacuum',
                    'wal_sync_method')
                  order by name
                  """))
          .containsExactly(
              "autovacuum=on",
              "fsync=on",
              "full_page_writes=on",
              "ignore_checksum_failure=off",
              "synchronous_commit=on",
              "wal_level=replica",
              "wal_sync_method=open_datasync",
              "zero_damaged_pages=off");
    }
  }

  @Test
  void musterOwnsItsDatabaseAndIsNothingBesides() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
      assertThat(
              texts(
                  database,
                  "select rolname from pg_roles where rolname = current_user"
                      + " and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication)"))
          .containsExactly("muster");
      assertThat(texts(database, "show listen_addresses")).containsExactly("");
      assertThatThrownBy(() -> execute(database, "copy (select 1) to program 'true'"))
          .hasMessageContaining("permission denied");
    }
  }

  @Test
  void nobodyElseMayReadAnythingInTheFolder() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
      execute(database, "create table t (x int)");
      assertThat(others(folder)).isEmpty();
      try (Stream<Path> entries = Files.list(folder)) {
        assertThat(entries).allSatisfy(entry -> assertThat(others(entry)).isEmpty());
      }
    }
  }

  @Test
  void aServerThatIsKilledIsStartedAgainByItselfWithWhatWasCommitted() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
      execute(database, "create table t (x int)");
      execute(database, "insert into t values (7)");
      long killed = postmaster();
      kill(killed);
      Awaitility.await("another server")
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> postmaster() != killed && texts(database, "select x from t").contains("7"));
      Awaitility.await("no more to say").until(() -> database.away().isEmpty());
    }
  }

  @Test
  void aFolderOfBeforeIsTakenUpWhetherOrNotItsServerStillRuns() throws Exception {
    EmbeddedPostgres old = asBefore();
    try (Connection connection = old.getDatabase("postgres", "muster").getConnection();
        Statement statement = connection.createStatement()) {
      Migrations.run(old.getDatabase("postgres", "muster"));
      statement.execute(
          "insert into clusters (name, settings, created_at, created_by) values ('kept', '{}',"
              + " now(), 'a')");
    }
    int port = old.getPort();
    for (int start = 1; start <= 2; start++) {
      try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
        assertThat(texts(database, "select name from clusters")).containsExactly("kept");
        execute(database, "alter table clusters add column test%d int".formatted(start));
        assertThat(
                texts(
                    database,
                    "select tableowner from pg_tables where schemaname = 'public' group by 1"))
            .containsExactly("muster");
        assertThat(texts(database, "show synchronous_commit")).containsExactly("on");
        assertThatThrownBy(() ->
                DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:%d/muster".formatted(port), "postgres", "")
                    .close())
            .hasMessageContaining("refused");
      }
    }
  }

  @Test
  void aFolderOfBeforeIsTakenUpAfterItsServerWasKilled() throws Exception {
    asBefore();
    kill(postmaster());
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder)) {
      assertThat(texts(database, "show synchronous_commit")).containsExactly("on");
    }
  }

  @Test
  void aFolderFarDownIsReachedAllTheSame() throws Exception {
    Path deep = folder.resolve("a-long-name-".repeat(8)).resolve("and-another-one-".repeat(4));
    try (EmbeddedDatabase database = EmbeddedDatabase.started(deep)) {
      assertThat(texts(database, "select 1")).containsExactly("1");
    }
  }

  @Test
  void aStatementThatTakesTooLongIsGivenUpAndTheConnectionClosed() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.started(folder);
        Connection connection = open(database);
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, 200);
      assertThatThrownBy(() -> statement.execute("select pg_sleep(60)"))
          .isInstanceOf(SQLException.class);
      assertThat(connection.isClosed()).isTrue();
    }
  }

  /** As Muster started it until it had doors of its own: superuser, trust, a port. */
  private EmbeddedPostgres asBefore() throws IOException, SQLException {
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(Files.createDirectories(folder.resolve("postgresql")))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setOverrideWorkingDirectory(folder.resolve("postgresql-binaries").toFile())
            .setServerConfig("fsync", "on")
            .setServerConfig("listen_addresses", "127.0.0.1")
            .start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database muster");
    }
    return postgres;
  }

  private long postmaster() throws IOException {
    return Long.parseLong(
        Files.readAllLines(folder.resolve("postgresql/postmaster.pid")).getFirst().strip());
  }

  private static void kill(long process) {
    ProcessHandle.of(process).orElseThrow().destroyForcibly();
  }

  private static Connection open(EmbeddedDatabase database) throws SQLException {
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }

  private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = open(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> texts(EmbeddedDatabase database, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = open(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static Set<PosixFilePermission> others(Path path) throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
    allowed.retainAll(FOR_OTHERS);
    return allowed;
  }
}
