package dev.muster.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.RunningApi;
import dev.muster.connections.settings.SettingProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For which hosts the API answers. Requests are written by hand: clients would not send these. */
final class HostsTest {

  private static final int MISDIRECTED = 421;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/clusters",
        "/v1/info",
        "/v1/runs/5c2f1f0e-0000-4000-8000-000000000000/events",
        "/actuator/health",
        "/actuator/prometheus",
        "/v3/api-docs",
        "/swagger-ui.html",
        "/swagger-ui/index.html",
        "/v1/codec/decode",
        "/no/such/address"
      })
  void answersNothingUnderAForeignName(String path) {
    assertThat(get(path, "Host: evil.example:8420"))
        .contains("HTTP/1.1 421 ")
        .contains("application/problem+json")
        .contains("urn:muster:problem:misdirected")
        .contains("'evil.example:8420' is no name of this server")
        .contains("muster.http.allowed-hosts");
    assertThat(status(get(path, "Host: localhost"))).isNotEqualTo(MISDIRECTED);
  }

  @Test
  void aPageOfAForeignNameCreatesNothing() {
    String body = "{\"name\":\"rebound\"}";
    String answer =
        exchange(
            """
            POST /v1/clusters HTTP/1.1
            Host: evil.example
            Origin: http://evil.example
            Sec-Fetch-Site: same-origin
            Content-Type: application/json
            Content-Length: %d
            Connection: close

            %s\
            """
                .formatted(body.length(), body));
    assertThat(status(answer)).isEqualTo(MISDIRECTED);
    assertThat(RunningApi.shared().http().get("/v1/clusters/rebound").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:1", "localhost.:8420", "127.0.0.2", "[::1]:8420"})
  void answersUnderEveryNameOfLoopback(String host) {
    assertThat(status(get("/v1/info", "Host: " + host))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: to say",
        "Host:",
        "Host: user@localhost",
        "Host: localhost\r\nHost: evil.example",
        "Host: ::1"
      })
  void aRequestWithoutAProperHostIsNotUnderstood(String header) {
    assertThat(status(get("/v1/info", header))).isEqualTo(400);
  }

  @Test
  void anAbsoluteTargetNamesTheHost() {
    assertThat(status(get("http://localhost:8420/v1/info", "Host: localhost:8420"))).isEqualTo(200);
    assertThat(status(get("http://evil.example/v1/info", "Host: evil.example")))
        .isEqualTo(MISDIRECTED);
    assertThat(status(get("http://evil.example/v1/info", "Host: localhost")))
        .isIn(400, MISDIRECTED);
    assertThat(status(exchange("GET http://evil.example/v1/info HTTP/1.0\r\n\r\n")))
        .isIn(400, MISDIRECTED);
  }

  @Test
  void whatIsCalledByNoNameAtAllIsNoPage() {
    assertThat(status(exchange("GET /actuator/health/liveness HTTP/1.0\r\n\r\n"))).isEqualTo(200);
  }

  @Test
  void answersUnderTheNamesThatAreSet() {
    try (RunningApi api =
        RunningApi.with("--muster.http.allowed-hosts=Muster.example.com,10.9.8.7")) {
      assertThat(status(get(api, "/v1/info", "Host: muster.EXAMPLE.com.:443"))).isEqualTo(200);
      assertThat(status(get(api, "/v1/info", "Host: 10.9.8.7"))).isEqualTo(200);
      assertThat(get(api, "/v1/info", "Host: evil.example"))
          .contains("(now: 10.9.8.7, 127.0.0.1, muster.example.com)");
    }
  }

  @Test
  void aNameThatIsNoneIsAWrongSetting() {
    Assertions.assertThatThrownBy(
            () -> RunningApi.with("--muster.http.allowed-hosts=http://x").close())
        .extracting(SettingProblem::in)
        .asString()
        .contains("muster.http.allowed-hosts: 'http://x' (expected: a name or an address");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", ""})
  void doesNotListenForOtherHostsUnlessThatIsMeant(String address) {
    Assertions.assertThatThrownBy(() -> RunningApi.with("--server.address=" + address).close())
        .extracting(SettingProblem::in)
        .satisfies(problem ->
            assertThat((Optional<?>) problem)
                .get()
                .asString()
                .startsWith("server.address: ")
                .contains("without TLS and authentication lets anybody run actions on every node")
                .contains("muster.http.insecure=true"));
  }

  @Test
  void listensForOtherHostsWhenThatIsMeant() {
    try (RunningApi api =
        RunningApi.with("--server.address=0.0.0.0", "--muster.http.insecure=true")) {
      assertThat(status(get(api, "/v1/info", "Host: 127.0.0.1"))).isEqualTo(200);
      assertThat(status(get(api, "/v1/info", "Host: 0.0.0.0"))).isEqualTo(MISDIRECTED);
    }
  }

  private static String get(String target, String header) {
    return get(RunningApi.shared(), target, header);
  }

  private static String get(RunningApi api, String target, String header) {
    return exchange(
        api, "GET %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n".formatted(target, header));
  }

  private static String exchange(String request) {
    return exchange(RunningApi.shared(), request.replaceAll("(?<!\r)\n", "\r\n"));
  }

  private static String exchange(RunningApi api, String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int status(String answer) {
    return Integer.parseInt(answer.split(" ", 3)[1]);
  }
}
