package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/** The one Muster of all tests of a class, on one engine after the other; with its own folder. */
final class SharedMuster {

  private Optional<Path> folder = Optional.empty();
  private Optional<Installation> installation = Optional.empty();

  /** Starts it with one cluster that has no nodes; before the tests. */
  Installation start(TestedEngine engine, String cluster) throws IOException {
    return start(engine, cluster, Map.of());
  }

  /** Starts it so with settings in the environment. */
  Installation start(TestedEngine engine, String cluster, Map<String, String> environment)
      throws IOException {
    folder = Optional.of(Files.createTempDirectory("muster-" + engine));
    Installation started = new Installation(engine, folder(), environment);
    installation = Optional.of(started);
    started.addCluster(cluster);
    return started;
  }

  /** Stops it, also one that was not started well; after the tests. */
  void stop() {
    installation.ifPresent(Installation::close);
    installation = Optional.empty();
    folder.ifPresent(SharedMuster::delete);
  }

  Installation get() {
    return installation.orElseThrow(() -> new IllegalStateException("not started"));
  }

  /** For everything that its tests write. */
  Path folder() {
    return folder.orElseThrow(() -> new IllegalStateException("not started"));
  }

  private static void delete(Path folder) {
    try {
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
