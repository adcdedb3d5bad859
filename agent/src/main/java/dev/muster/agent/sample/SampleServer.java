package dev.muster.agent.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** One connection at a time, one request for each: enough for health checks, and very light. */
final class SampleServer {

  private static final int QUEUE = 50;
  private static final int PATIENCE_MS = 2000;

  private SampleServer() {}

  /**
   * What is answered.
   *
   * @param status such as {@code 200 OK}
   */
  record Reply(String status, String body) {

    static final Reply NOT_FOUND = new Reply("404 Not Found", "not found\n");
  }

  /** What is done as soon as connections are taken. */
  interface Listening {
    void begin() throws IOException;
  }

  /**
   * Serves until the process ends.
   *
   * @param answer to a GET of a path with its query
   */
  static void serve(InetSocketAddress address, Listening listening, Function<String, Reply> answer)
      throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.setReuseAddress(true);
      server.bind(address, QUEUE);
      listening.begin();
      while (true) {
        try (Socket socket = server.accept()) {
          socket.setSoTimeout(PATIENCE_MS);
          answer(socket, answer);
        } catch (IOException badClient) {
          // the next one, then
        }
      }
    }
  }

  /** Where to listen. */
  static InetSocketAddress address(String host, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(host), port);
  }

  private static void answer(Socket socket, Function<String, Reply> answer) throws IOException {
    byte[] request = new byte[4096];
    InputStream in = socket.getInputStream();
    int length = in.read(request);
    String[] line =
        new String(request, 0, Math.max(length, 0), StandardCharsets.ISO_8859_1)
            .lines()
            .findFirst()
            .orElse("")
            .split(" ", 3);
    Reply reply =
        line.length == 3 && line[0].equals("GET") ? answer.apply(line[1]) : Reply.NOT_FOUND;
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(reply.status(), body.length);
    socket.getOutputStream().write((head + reply.body()).getBytes(StandardCharsets.UTF_8));
  }
}
