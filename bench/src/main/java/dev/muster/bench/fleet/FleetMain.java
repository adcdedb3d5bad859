package dev.muster.bench.fleet;

import java.io.IOException;
import java.time.Duration;

/**
 * The simulator's process: {@code FleetMain NODES PORT ACTION_MS}. Prints its port when it is
 * ready, and ends when its standard input does, so that it never outlives the benchmark.
 */
public final class FleetMain {

  private FleetMain() {}

  public static void main(String[] arguments) throws IOException {
    int nodes = Integer.parseInt(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    Duration duration = Duration.ofMillis(Long.parseLong(arguments[2]));
    try (FleetServer fleet = new FleetServer(nodes, port, duration)) {
      System.out.println(fleet.port());
      while (System.in.read() >= 0) {
        // Whatever comes in is of no interest, only the end is.
      }
    }
  }
}
