package dev.muster.standalone.up;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database starts while the application is made, which waits for it in the middle. */
final class BrokenDatabaseTest {

  @TempDir private Path folder;

  @Test
  void aDatabaseThatDoesNotStartIsTheReasonAndTheFolderIsLetGo() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.createFile(data.resolve("postgresql-binaries"));
    UpOptions options = UpOptions.embedded(data, Ports.free(), Ports.free());

    assertThatThrownBy(() -> Standalone.start(options))
        .isInstanceOf(StartProblem.class)
        .hasMessageStartingWith("the embedded PostgreSQL did not start: ")
        .hasMessageContaining("postgresql-binaries");

    DataFolder.hold(data).close();
  }
}
