package dev.muster.bench.process;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StandaloneMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * {@code muster up} on a folder of its own, in a process of its own, so that its cost can be read.
 */
public final class MusterProcess implements AutoCloseable {

  private final Path data;
  private final int port;
  private final int temporalPort;
  private final Process process;

  private MusterProcess(Path data, int port, int temporalPort, Process process) {
    this.data = data;
    this.port = port;
    this.temporalPort = temporalPort;
    this.process = process;
  }

  /** Starts it, and returns when its API answers. */
  public static MusterProcess start() {
    try {
      Path data = Files.createTempDirectory("muster-bench");
      int port = Ports.free();
      int temporalPort = Ports.free();
      Process process =
          Java.start(
              "MUSTER_SERVER_JVM",
              StandaloneMain.class,
              List.of(
                  "up",
                  "--data",
                  data.toString(),
                  "--port",
                  String.valueOf(port),
                  "--temporal-port",
                  String.valueOf(temporalPort)));
      Java.firstLine(process);
      return new MusterProcess(data, port, temporalPort, process);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public String apiUrl() {
    return "http://127.0.0.1:" + port;
  }

  public String temporalAddress() {
    return "127.0.0.1:" + temporalPort;
  }

  /**
   * CPU time so far of the process, its engine included, and of its PostgreSQL, in milliseconds.
   */
  public long cpuMillis() {
    return CpuTime.ofProcessMillis(process.pid())
        + CpuTime.postmaster(data.resolve("postgresql"))
            .map(CpuTime::ofTreeMillis)
            .orElseThrow(() -> new IllegalStateException("the embedded PostgreSQL is gone"));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      FileSystemUtils.deleteRecursively(data);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
