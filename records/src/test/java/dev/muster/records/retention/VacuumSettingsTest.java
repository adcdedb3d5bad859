package dev.muster.records.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.records.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead rows of history are few compared with the living ones, however many those are. */
final class VacuumSettingsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final double SHARE = 0.05;

  @ParameterizedTest
  @ValueSource(
      strings = {"runs", "run_stages", "stage_nodes", "actions", "action_transitions", "audit"})
  void aTableIsVacuumedLongBeforeAFifthOfItIsDead(String table) throws SQLException {
    try (Connection connection = DATABASE.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                """
                select option_value::float from pg_class c
                cross join lateral pg_options_to_table(c.reloptions)
                where c.oid = '%s'::regclass and option_name = 'autovacuum_vacuum_scale_factor'
                """
                    .formatted(table))) {
      assertThat(found.next()).as("a share for " + table).isTrue();
      assertThat(found.getDouble(1)).isLessThan(SHARE);
    }
  }
}
