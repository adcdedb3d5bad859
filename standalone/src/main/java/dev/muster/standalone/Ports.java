package dev.muster.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of this machine. */
public final class Ports {

  private static final int MAX = 65_535;

  private Ports() {}

  /**
   * Makes sure that {@code port} can be listened on.
   *
   * @param purpose what listens there, and the option that chooses another
   * @throws StartProblem if something else listens there, or there is no such port
   */
  public static void requireFree(String host, int port, String purpose) {
    if (port < 1 || port > MAX) {
      throw new StartProblem(
          "port %d (needed for %s) is no port (expected: 1 to %d)".formatted(port, purpose, MAX));
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException inUse) {
      throw new StartProblem(
          "port %d on %s is in use (needed for %s): stop what listens there, or choose another port"
              .formatted(port, host, purpose),
          inUse);
    }
  }

  /** A port on loopback that nothing listens on at the moment. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failed) {
      throw new StartProblem("no free port on loopback: " + failed.getMessage(), failed);
    }
  }
}
