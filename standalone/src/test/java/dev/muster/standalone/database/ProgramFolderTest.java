package dev.muster.standalone.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramFolderTest {

  @TempDir private Path temporary;
  private ProgramFolder folder;
  private int filled;

  @BeforeEach
  void make() {
    folder = new ProgramFolder(temporary.resolve("shared"));
  }

  private void fill(Path empty) throws IOException {
    filled++;
    Files.writeString(Files.createDirectory(empty.resolve("bin")).resolve("postgres"), "program");
    Files.createSymbolicLink(empty.resolve("bin/postmaster"), Path.of("postgres"));
  }

  @Test
  void whatIsThereIsNotMadeAgain() throws IOException {
    Path first = folder.get("PG-1", this::fill);

    assertThat(folder.get("PG-1", this::fill)).isEqualTo(first);
    assertThat(filled).isEqualTo(1);
    assertThat(first.resolve("bin/postgres")).hasContent("program");
    assertThat(Files.getPosixFilePermissions(folder.path()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void whatFailsLeavesNothingBehind() {
    assertThatThrownBy(() ->
            folder.get(
                "PG-1",
                empty -> {
                  fill(empty);
                  throw new IOException("No space left on device");
                }))
        .hasMessage("No space left on device");
    assertThat(folder.path()).isEmptyDirectory();
  }

  @Test
  void whoIsSecondTakesWhatTheFirstMade() throws IOException {
    Path whole =
        folder.get(
            "PG-1",
            empty -> {
              folder.get("PG-1", this::fill);
              Files.writeString(empty.resolve("late"), "");
            });
    assertThat(whole.resolve("bin/postgres")).exists();
    assertThat(whole.resolve("late")).doesNotExist();
    assertThat(folder.path()).isDirectoryContaining("glob:**/PG-1");
  }

  @Test
  void whatAKilledMakerLeftIsTakenAwayLater() throws IOException {
    Path old = Files.createDirectories(folder.path().resolve("unpacking-old"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    Path young = Files.createDirectories(folder.path().resolve("unpacking-young"));

    folder.get("PG-1", this::fill);

    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void linksOutliveTheFolderThatTheyWereMadeFrom() throws IOException {
    folder.get("PG-1", this::fill);
    Path own = Files.createDirectory(temporary.resolve("own"));

    folder.linkInto(own, "PG-1");
    deleteAll();

    assertThat(own.resolve("bin/postmaster")).hasContent("program").isSymbolicLink();
    assertThat(own.resolve(".exists")).doesNotExist();
  }

  @Test
  void oneThatLacksAFileIsNotUsedAndMadeAnew() throws IOException {
    Files.delete(folder.get("PG-1", this::fill).resolve("bin/postgres"));
    Path own = Files.createDirectory(temporary.resolve("own"));

    assertThatThrownBy(() -> folder.linkInto(own, "PG-1")).hasMessageContaining("not complete");

    assertThat(folder.get("PG-1", this::fill).resolve("bin/postgres")).exists();
    assertThat(filled).isEqualTo(2);
  }

  private void deleteAll() throws IOException {
    try (Stream<Path> all = Files.walk(folder.path())) {
      for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
