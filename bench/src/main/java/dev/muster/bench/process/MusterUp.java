package dev.muster.bench.process;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StandaloneMain;
import dev.muster.standalone.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/** {@code muster up} on a folder of its own. */
final class MusterUp implements Muster {

  private final Path data;
  private final int port;
  private final int temporalPort;
  private final Process process;

  private MusterUp(Path data, int port, int temporalPort, Process process) {
    this.data = data;
    this.port = port;
    this.temporalPort = temporalPort;
    this.process = process;
  }

  static MusterUp embedded(Optional<Integer> heap) {
    return start(Ports.free(), Java.heap(heap), List.of());
  }

  static MusterUp devServer() {
    // Its Web UI listens a thousand above.
    int port = PortBlock.free(1, 1000);
    return start(
        port,
        List.of(),
        List.of("--engine", "dev-server", "--temporal-cli", RealTemporal.program("temporal")));
  }

  private static MusterUp start(int temporalPort, List<String> flags, List<String> engine) {
    try {
      Path data = Files.createTempDirectory("muster-bench");
      int port = Ports.free();
      List<String> arguments = new ArrayList<>();
      arguments.add("up");
      arguments.addAll(List.of("--data", data.toString(), "--port", String.valueOf(port)));
      arguments.addAll(List.of("--temporal-port", String.valueOf(temporalPort)));
      arguments.addAll(engine);
      Process process = Java.start("MUSTER_SERVER_JVM", flags, StandaloneMain.class, arguments);
      Java.firstLine(process);
      return new MusterUp(data, port, temporalPort, process);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public String apiUrl() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public String databaseUrl() {
    return EmbeddedDatabase.urlOf(data);
  }

  @Override
  public String temporalAddress() {
    return "127.0.0.1:" + temporalPort;
  }

  @Override
  public long cpuMillis() {
    return CpuTime.ofTreesMillis(processes());
  }

  @Override
  public long memoryMegabytes() {
    return ResidentMemory.ofTreesMegabytes(processes());
  }

  private List<ProcessHandle> processes() {
    ProcessHandle postgres =
        CpuTime.postmaster(data.resolve("postgresql"))
            .orElseThrow(() -> new IllegalStateException("the embedded PostgreSQL is gone"));
    return List.of(process.toHandle(), postgres);
  }

  @Override
  public void close() {
    Java.stop(process);
    try {
      FileSystemUtils.deleteRecursively(data);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
