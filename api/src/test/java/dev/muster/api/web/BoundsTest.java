package dev.muster.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.Environment;

/** How long somebody can keep a connection who sends nothing, or little, and how many there are. */
final class BoundsTest {

  private static final RunningApi API =
      RunningApi.with(
          "--server.tomcat.connection-timeout=2s",
          "--server.tomcat.keep-alive-timeout=500ms",
          "--muster.http.body-time=1s");

  private static final String ASKED = "GET /v1/clusters HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

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
      send(socket, ASKED);
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

  @Test
  void moreConnectionsThanTheSettingSaysWaitUntilOneEnds() throws IOException {
    try (RunningApi small =
            RunningApi.with("--server.tomcat.max-connections=2", "--server.tomcat.accept-count=4");
        Socket first = connected(small);
        Socket second = connected(small);
        Socket third = connected(small)) {
      for (Socket socket : List.of(first, second)) {
        send(socket, ASKED);
        assertThat(firstByte(socket)).isEqualTo('H');
      }
      send(third, ASKED);
      third.setSoTimeout(300);
      assertThatThrownBy(() -> firstByte(third)).isInstanceOf(SocketTimeoutException.class);
      first.shutdownOutput();
      third.setSoTimeout(30_000);
      assertThat(firstByte(third)).isEqualTo('H');
    }
  }

  private static int firstByte(Socket socket) throws IOException {
    return socket.getInputStream().read();
  }

  @Test
  void thereAreBoundsWhereNobodySetAny() {
    Environment settings = RunningApi.shared().part("environment", Environment.class);
    assertThat(
            Stream.of(
                    "server.tomcat.max-connections",
                    "server.tomcat.accept-count",
                    "server.tomcat.connection-timeout",
                    "server.tomcat.keep-alive-timeout",
                    "server.tomcat.max-parameter-count",
                    "server.max-http-request-header-size")
                .map(settings::getProperty))
        .containsExactly("4096", "256", "20s", "60s", "1000", "16KB");
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
    return connected(API);
  }

  private static Socket connected(RunningApi api) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port());
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
