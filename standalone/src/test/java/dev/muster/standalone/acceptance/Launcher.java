package dev.muster.standalone.acceptance;

import dev.muster.agent.AgentMain;
import dev.muster.standalone.StandaloneMain;
import dev.muster.standalone.api.ApiApplication;
import dev.muster.worker.WorkerApplication;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code ./muster}, which starts what was packaged, from its ahead-of-time cache. */
final class Launcher {

  /** It takes what Maven has just built. */
  static final Map<String, String> ENVIRONMENT = Map.of("MUSTER_BUILD", "never");

  private static final Map<Class<?>, List<String>> PARTS =
      Map.of(
          StandaloneMain.class,
          List.of(),
          AgentMain.class,
          List.of("agent"),
          ApiApplication.class,
          List.of("api"),
          WorkerApplication.class,
          List.of("worker"));

  private static final Optional<String> PROGRAM =
      Optional.ofNullable(System.getProperty("muster.launcher"))
          .map(program -> Path.of(program).normalize().toString());

  static {
    // Makes the cache, so that no test has to wait for it.
    PROGRAM.ifPresent(program -> Programs.run(List.of(program, "up", "--help"), ENVIRONMENT));
  }

  private Launcher() {}

  /** How to start this part; empty if it is none, or was not packaged. */
  static Optional<List<String>> of(Class<?> mainClass) {
    return PROGRAM.flatMap(program ->
        Optional.ofNullable(PARTS.get(mainClass))
            .map(part -> Stream.concat(Stream.of(program), part.stream()).toList()));
  }
}
