package dev.muster.bench.fleet;

import java.io.IOException;
import java.time.Duration;

/**
 * The simulator's process: {@code FleetMain NODES PORT ACTION_MS [SEED PERCENT]}; that percentage
 * of requests goes wrong from the first byte of its standard input on, and most clocks are off by
 * an hour. Prints its port when it is ready, and ends when its standard input does, so that it
 * never outlives the benchmark.
 */
public final class FleetMain {

  private FleetMain() {}

  public static void main(String[] arguments) throws IOException {
    int nodes = Integer.parseInt(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    Duration duration = Duration.ofMillis(Long.parseLong(arguments[2]));
    RequestFaults faults =
        arguments.length > 3
            ? new RequestFaults(Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]))
            : new RequestFaults(0, 0);
    try (FleetServer fleet = new FleetServer(nodes, port, duration, faults)) {
      System.out.println(fleet.port());
      while (System.in.read() >= 0) {
        faults.begin();
      }
    }
  }
}
