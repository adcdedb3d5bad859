package dev.muster.standalone.acceptance;

import dev.muster.standalone.StandaloneMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    awaitAnswers();
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
    return JavaProcess.begin(
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
  public void killDatabase() {
    Path lockFile = folder.resolve("data").resolve("postgresql").resolve("postmaster.pid");
    try {
      Files.readAllLines(lockFile).stream()
          .findFirst()
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())))
          .filter(process -> process.info().command().orElse("").endsWith("postgres"))
          .ifPresent(ProcessHandle::destroyForcibly);
    } catch (NoSuchFileException notRunning) {
      // Killed in the start, before it had one.
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void beginAgain() {
    up.close();
    up = launch();
  }

  @Override
  public void awaitAnswers() {
    up.firstLine();
  }

  /** Where it says what happens in it. */
  Path log() {
    return folder.resolve("data").resolve("muster.log");
  }

  /** SIGSTOP: nothing happens in it until {@link #thaw}; it can be killed. */
  void freeze() {
    up.signal("STOP");
  }

  void thaw() {
    up.signal("CONT");
  }

  /** The engine in the process cannot list, nor describe what it has. */
  @Override
  public Optional<TemporalCli> temporal() {
    return engine == TestedEngine.EMBEDDED
        ? Optional.empty()
        : Optional.of(new TemporalCli(engine().address(), engine().namespace()));
  }

  @Override
  public EngineDoor engine() {
    return new EngineDoor("127.0.0.1:" + temporalPort, "default");
  }

  @Override
  public double metric(String name) {
    return Metrics.sum(port, name);
  }

  /** The database goes with it; that of one that did not start again would stay. */
  @Override
  public void close() {
    up.close();
    killDatabase();
  }
}
