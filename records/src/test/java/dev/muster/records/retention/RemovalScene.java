package dev.muster.records.retention;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import org.junit.jupiter.api.AfterEach;

/** A cluster whose history is removed. */
abstract sealed class RemovalScene permits ExportLinesTest, HistoryRemovalTest {

  final TestDatabase database = TestDatabase.fresh();
  final Records records = database.records();
  final HistoryRemoval removal = records.historyRemoval();
  final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 3);
  final EndedHistory history = new EndedHistory(records, prod);
  final ClusterName cluster = prod.cluster();

  @AfterEach
  void close() {
    database.close();
  }
}
