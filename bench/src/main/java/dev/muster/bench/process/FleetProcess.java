package dev.muster.bench.process;

import dev.muster.bench.fleet.FleetMain;
import java.time.Duration;
import java.util.List;

/** The fleet simulator in a process of its own; ends with the benchmark, however that ends. */
public final class FleetProcess implements AutoCloseable {

  private final Process process;
  private final int port;

  private FleetProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param actionDuration of an action that does not say otherwise
   */
  public static FleetProcess start(int nodes, Duration actionDuration) {
    Process process =
        Java.start(
            "MUSTER_SMALL_JVM",
            FleetMain.class,
            List.of(String.valueOf(nodes), "0", String.valueOf(actionDuration.toMillis())));
    return new FleetProcess(process, Integer.parseInt(Java.firstLine(process)));
  }

  /** Port of every agent; their hosts differ. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
