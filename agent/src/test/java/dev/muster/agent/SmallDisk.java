package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of its own for a test, which can be filled; only root can make one. */
final class SmallDisk implements AutoCloseable {

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Skips the test where no file system can be mounted. */
  static SmallDisk mount(Path folder, int megabytes) throws IOException {
    int code =
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
    assumeThat(code).as("mount, which needs root").isZero();
    return new SmallDisk(folder);
  }

  /** Until not a byte more fits. */
  void fill() throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream filler = Files.newOutputStream(filler())) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException full) {
      assertThat(folder.toFile().getUsableSpace()).isZero();
    }
  }

  void free() throws IOException {
    Files.delete(filler());
  }

  private Path filler() {
    return folder.resolve("filler");
  }

  @Override
  public void close() throws IOException {
    assertThat(run("umount", "-l", folder.toString())).isZero();
  }

  private static int run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
