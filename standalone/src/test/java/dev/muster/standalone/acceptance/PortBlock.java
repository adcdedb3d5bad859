package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports that belong together, below those that the system gives to anybody who asks. Tests that run
 * beside others take them from a range of their own.
 */
public final class PortBlock {

  private static final int RANGE = 10_000 / Forks.MOST;
  private static final int LOWEST = 20_000 + RANGE * Forks.own();
  private static final int HIGHEST = LOWEST + RANGE;
  private static final int ATTEMPTS = 200;

  private PortBlock() {}

  /** The first of some free ports: itself, and those that lie {@code offsets} above it. */
  public static int free(int... offsets) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(first) && IntStream.of(offsets).allMatch(offset -> isFree(first + offset))) {
        return first;
      }
    }
    throw new IllegalStateException("no free ports between %d and %d".formatted(LOWEST, HIGHEST));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
