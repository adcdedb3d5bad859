package dev.muster.bench.process;

import java.util.Optional;

/** Muster on one of its engines, in processes of its own, so that its cost can be read. */
public interface Muster extends AutoCloseable {

  /** Starts it on folders and ports of its own, and returns when its API answers. */
  static Muster start(Deployment deployment) {
    return start(deployment, Optional.empty());
  }

  /**
   * Starts it with another heap, in megabytes, than the launcher gives. Only {@code muster up} with
   * the embedded engine takes one.
   */
  static Muster start(Deployment deployment, Optional<Integer> heap) {
    return switch (deployment) {
      case Deployment.Embedded() -> MusterUp.embedded(heap);
      case Deployment.DevServer() -> MusterUp.devServer();
      case Deployment.Server(int workers) -> MusterServices.start(workers);
    };
  }

  /** Base address of the REST API. */
  String apiUrl();

  /** {@code host:port} of the engine. */
  String temporalAddress();

  /** Its records, for the JDBC driver; the user is {@code muster}. */
  String databaseUrl();

  /** CPU time so far, database and engine included, in milliseconds. */
  long cpuMillis();

  /** Memory that its processes hold now, database and engine included, in megabytes. */
  long memoryMegabytes();

  @Override
  void close();
}
