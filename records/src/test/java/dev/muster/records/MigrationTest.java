package dev.muster.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationTest {

  @Test
  void processesThatStartTogetherMigrateOnce() throws Exception {
    try (TestDatabase database = TestDatabase.empty();
        ExecutorService processes = Executors.newFixedThreadPool(3)) {
      List<Future<Integer>> migrations = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        migrations.add(processes.submit(() -> Migrations.run(database.dataSource())));
      }
      int executed = 0;
      for (Future<Integer> migration : migrations) {
        executed += migration.get();
      }

      assertThat(executed).isEqualTo(migrations());
      assertThat(database.records().clusters().names()).isEmpty();
    }
  }

  private static int migrations() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "main", "resources", "db", "migration"))) {
      return (int) files.count();
    }
  }
}
