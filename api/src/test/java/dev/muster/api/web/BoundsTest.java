package dev.muster.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How long somebody can keep a connection who sends nothing, or little. */
final class BoundsTest {

  private static final RunningApi API =
      RunningApi.with(
          "--server.tomcat.connection-timeout=2s",
          "--server.tomcat.keep-alive-timeout=500ms",
          "--muster.http.body-time=1s");

  private static final CountDownLatch OVER = new CountDownLatch(1);

  @AfterAll
  static void close() {
    OVER.countDown();
    API.close();
  }

  @Test
  void aRequestThatDoesNotEndIsGivenUp() throws IOException {
    try (Socket socket = connected()) {
      send(socket, "GET /v1/clusters HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      assertThat(rest(socket)).doesNotContain("200");
    }
  }

  @Test
  void aConnectionThatIsNotUsedEnds() throws IOException {
    try (Socket socket = connected()) {
      send(socket, "GET /v1/clusters HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      assertThat(rest(socket)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aBodyThatComesDropByDropIsRefused() throws IOException {
    try (Socket socket = connected()) {
      send(socket, head("/v1/clusters", 1_000_000));
      Thread.ofVirtual().start(() -> drip(socket));
      assertThat(rest(socket)).contains("HTTP/1.1 400");
    }
  }

  @Test
  void aBodyThatNobodyReadsMayNotDripForLongEither() throws IOException {
    try (Socket socket = connected()) {
      send(socket, head("/v1/no/such/address", 900_000_000));
      Thread.ofVirtual().start(() -> drip(socket));
      assertThat(rest(socket)).contains("HTTP/1.1 413").contains("urn:muster:problem:too-large");
    }
  }

  private static String head(String path, int length) {
    return String.join(
        "\r\n",
        "POST %s HTTP/1.1".formatted(path),
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        "Content-Length: " + length,
        "",
        "{");
  }

  @Test
  void headersThatAreTooLongAreRefused() {
    String answer =
        API.http()
            .send(API.http().request("/v1/clusters").header("X-Long", "x".repeat(20_000)).GET())
            .text();
    assertThat(answer).contains("urn:muster:problem:bad-request");
  }

  private static Socket connected() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), API.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** Ends when the other side does. */
  private static void drip(Socket socket) {
    try {
      do {
        send(socket, " ");
      } while (!OVER.await(100, TimeUnit.MILLISECONDS));
    } catch (IOException | InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** What comes until the other side closes; fails if it does not within half a minute. */
  private static String rest(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException reset) {
      return "";
    }
  }
}
