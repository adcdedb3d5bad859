package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Which of the processes that run tests on this machine at the same time this one is, whoever
 * started them: each takes a port for as long as it lives, and has that one's number.
 */
final class Forks {

  /** As many share the ports between them. */
  static final int MOST = 5;

  private static final int FIRST_SEAT = 14_990;
  private static final Seat SEAT = take();

  private record Seat(int number, ServerSocket held) {}

  private Forks() {}

  /** From 0. */
  static int own() {
    return SEAT.number();
  }

  private static Seat take() {
    for (int number = 0; number < MOST; number++) {
      try {
        return new Seat(
            number, new ServerSocket(FIRST_SEAT + number, 1, InetAddress.getLoopbackAddress()));
      } catch (IOException taken) {
        // by another process
      }
    }
    throw new IllegalStateException(
        "%d processes run acceptance tests on this machine already".formatted(MOST));
  }
}
