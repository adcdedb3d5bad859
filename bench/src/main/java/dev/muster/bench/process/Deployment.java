package dev.muster.bench.process;

import java.util.List;
import java.util.Locale;

/** On which engine Muster is measured, and in how many processes. */
public sealed interface Deployment {

  /** {@code muster up} with the engine in its process. */
  record Embedded() implements Deployment {}

  /** {@code muster up} with Temporal's development server beside it. */
  record DevServer() implements Deployment {}

  /** A Temporal server on PostgreSQL, one API and some workers, each a process of its own. */
  record Server(int workers) implements Deployment {

    public Server {
      if (workers < 1) {
        throw new IllegalArgumentException("--workers %d: expected >= 1".formatted(workers));
      }
    }
  }

  /**
   * By the name of its engine: embedded, dev-server or server.
   *
   * @param workers of a server
   * @throws IllegalArgumentException if there is no such engine
   */
  static Deployment of(String engine, int workers) {
    return switch (engine.toLowerCase(Locale.ROOT)) {
      case "embedded" -> new Embedded();
      case "dev-server" -> new DevServer();
      case "server" -> new Server(workers);
      default ->
          throw new IllegalArgumentException(
              "--engine %s: expected embedded, dev-server or server".formatted(engine));
    };
  }

  /** Every engine, the server with two workers. */
  static List<Deployment> all() {
    return List.of(new Embedded(), new DevServer(), new Server(2));
  }

  /** The name of its engine, as in {@link #of}. */
  default String engine() {
    return switch (this) {
      case Embedded() -> "embedded";
      case DevServer() -> "dev-server";
      case Server(int workers) -> "server";
    };
  }
}
