package dev.muster.standalone.acceptance;

import dev.muster.standalone.StandaloneMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code muster up}, with the engine in it or beside it. */
final class OneProcess implements MusterProcesses {

  /** The development server's Web UI has the port 1000 above it. */
  private static final int WEB_UI = 1000;

  private final Path folder;
  private final int port;
  private final int temporalPort = PortBlock.free(WEB_UI);
  private final TestedEngine engine;
  private final Map<String, String> environment;
  private JavaProcess up;

  OneProcess(Path folder, int port, TestedEngine engine) {
    this(folder, port, engine, Map.of());
  }

  OneProcess(Path folder, int port, TestedEngine engine, Map<String, String> environment) {
    this.folder = folder;
    this.port = port;
    this.engine = engine;
    this.environment = environment;
    this.up = launch();
  }

  private JavaProcess launch() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "up",
                "--data",
                folder.resolve("data").toString(),
                "--port",
                String.valueOf(port),
                "--temporal-port",
                String.valueOf(temporalPort)));
    if (engine == TestedEngine.DEV_SERVER) {
      arguments.addAll(List.of("--engine", "dev-server", "--temporal-cli", temporalProgram()));
    }
    return JavaProcess.start(
        StandaloneMain.class, folder.resolve("up.err"), arguments, environment);
  }

  /** Bytes of memory that the process has, without its database. */
  long resident() {
    return up.resident();
  }

  private static String temporalProgram() {
    return Programs.realTemporal("path", "temporal").strip();
  }

  @Override
  public void kill() {
    up.kill();
  }

  @Override
  public void startAgain() {
    up = launch();
  }

  /** The engine in the process cannot list, nor describe what it has. */
  @Override
  public Optional<TemporalCli> temporal() {
    return engine == TestedEngine.EMBEDDED
        ? Optional.empty()
        : Optional.of(new TemporalCli("127.0.0.1:" + temporalPort, "default"));
  }

  @Override
  public void close() {
    up.close();
  }
}
