package dev.muster.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.standalone.StartProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class DataFolderTest {

  @TempDir Path parent;

  @Test
  void aFolderIsHeldByOneAtATime() {
    Path folder = parent.resolve("new/data");
    try (DataFolder held = DataFolder.hold(folder)) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> DataFolder.hold(folder))
          .isInstanceOf(StartProblem.class)
          .hasMessageContaining("another Muster runs on the data folder " + folder);
    }
    DataFolder.hold(folder).close();
  }

  @Test
  void aFileInThePlaceOfTheFolderIsNamed() throws Exception {
    Path file = Files.createFile(parent.resolve("file"));
    assertThatThrownBy(() -> DataFolder.hold(file))
        .isInstanceOf(StartProblem.class)
        .hasMessage("the data folder %s cannot be used: %s is a file".formatted(file, file));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPlaceWhereNoFolderCanBeMadeIsSaidToBeOne() {
    assertThatThrownBy(() -> DataFolder.hold(Path.of("/proc/nope")))
        .isInstanceOf(StartProblem.class)
        .hasMessage("the data folder /proc/nope cannot be used: it cannot be made there");
  }
}
