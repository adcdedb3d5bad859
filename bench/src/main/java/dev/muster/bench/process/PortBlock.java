package dev.muster.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports that belong together. */
final class PortBlock {

  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 30_000;
  private static final int ATTEMPTS = 100;

  private PortBlock() {}

  /** The first of some consecutive ports on loopback that nothing listens on at the moment. */
  static int free(int count) {
    return free(count, 0);
  }

  /** Consecutive free ports, and the one {@code also} above the first is free too. */
  static int free(int count, int also) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - count - also);
      if (isFree(first + also)
          && IntStream.range(first, first + count).allMatch(PortBlock::isFree)) {
        return first;
      }
    }
    throw new IllegalStateException(
        "no %d free ports in a row between %d and %d".formatted(count, LOWEST, HIGHEST));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
