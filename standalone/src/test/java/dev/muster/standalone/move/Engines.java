package dev.muster.standalone.move;

import static org.assertj.core.api.Assertions.fail;

import dev.muster.standalone.acceptance.TestedEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The engines that runs are moved between, as options of {@code muster up}. */
enum Engines {
  EMBEDDED {
    @Override
    List<String> options() {
      return List.of("--engine", "embedded");
    }
  },
  DEV_SERVER {
    @Override
    List<String> options() {
      Assumptions.assumeTrue(
          TestedEngine.chosen().contains(TestedEngine.DEV_SERVER), "only in ./check --real");
      Path cli = temporal().orElseGet(() -> fail(MISSING));
      return List.of("--engine", "dev-server", "--temporal-cli", cli.toString());
    }
  };

  private static final String MISSING =
      "no `temporal` program: looked at -Dmuster.temporal.cli, on PATH and in the cache of"
          + " scripts/real-temporal";

  abstract List<String> options();

  private static Optional<Path> temporal() {
    return Stream.of(
            Optional.ofNullable(System.getProperty("muster.temporal.cli")).stream().map(Path::of),
            Pattern.compile(Pattern.quote(java.io.File.pathSeparator))
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(folder -> Path.of(folder, "temporal")),
            cached())
        .flatMap(paths -> paths)
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .findFirst();
  }

  /** {@code ${MUSTER_CACHE:-~/.cache/muster}/temporal/VERSION/temporal}. */
  private static Stream<Path> cached() {
    Path cache =
        Optional.ofNullable(System.getenv("MUSTER_CACHE"))
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache", "muster"))
            .resolve("temporal");
    String[] versions = Optional.ofNullable(cache.toFile().list()).orElseGet(() -> new String[0]);
    return Stream.of(versions).sorted().map(version -> cache.resolve(version).resolve("temporal"));
  }
}
