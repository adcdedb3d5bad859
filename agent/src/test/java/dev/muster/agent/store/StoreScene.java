package dev.muster.agent.store;

import dev.muster.agent.MovableClock;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store of its own for each test. */
abstract sealed class StoreScene permits StoreReadsTest, StoreWritesTest {

  @TempDir Path folder;

  final MovableClock clock = new MovableClock();
  ActionStore store;

  @BeforeEach
  void open() throws Exception {
    store = ActionStore.open(folder, clock);
  }

  @AfterEach
  void close() throws SQLException {
    store.close();
  }
}
