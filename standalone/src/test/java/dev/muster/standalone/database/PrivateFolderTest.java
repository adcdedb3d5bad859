package dev.muster.standalone.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrivateFolderTest {

  @TempDir private Path folder;

  @Test
  void whatIsInItIsNobodyElses() throws Exception {
    Path records = Files.createDirectory(folder.resolve("records"));
    Path key = Files.writeString(folder.resolve("key"), "k");
    Files.setPosixFilePermissions(records, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

    PrivateFolder.make(folder);

    assertThat(rights(folder)).isEqualTo("rwx------");
    assertThat(rights(records)).isEqualTo("rwx------");
    assertThat(rights(key)).isEqualTo("rw-------");
    assertThat(rights(folder.resolve("muster.log"))).isEqualTo("rw-------");
  }

  /** A dev server that outlived its Muster makes and removes its journal at each of its commits. */
  @Test
  void aFileThatGoesMeanwhileIsInNobodysWay() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger gone = new AtomicInteger();
    Thread server = Thread.ofPlatform().start(() -> comeAndGo(over, gone));
    while (gone.get() < 5_000) {
      PrivateFolder.make(folder);
      assertThat(server.isAlive()).isTrue();
    }
    over.set(true);
    server.join();
  }

  private void comeAndGo(AtomicBoolean over, AtomicInteger gone) {
    try {
      while (!over.get()) {
        Files.delete(Files.createFile(folder.resolve("temporal.db-journal")));
        gone.incrementAndGet();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
