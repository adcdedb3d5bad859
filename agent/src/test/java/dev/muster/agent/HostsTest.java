package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.settings.AgentOptions;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For which hosts an agent answers. Requests are written by hand: clients would not send these. */
final class HostsTest {

  @TempDir Path folder;

  private TestAgent agent;

  @BeforeEach
  void listenEverywhere() throws Exception {
    agent =
        TestAgent.start(
            folder, "--listen", "0.0.0.0:0", "--insecure", "--allowed-host", "agent-1.Example.");
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/info", "/v1/actions", "/healthz", "/metrics", "/none"})
  void answersNothingUnderAForeignName(String path) throws Exception {
    assertThat(get(path, "Host: evil.example:7070"))
        .startsWith("HTTP/1.1 421 ")
        .contains("application/problem+json")
        .contains("urn:muster:problem:misdirected")
        .contains("'evil.example:7070' is no name of this agent")
        .contains("--allowed-host");
  }

  @Test
  void aPageOfAForeignNameGivesNoWork() throws Exception {
    String body = "[{\"kind\":\"test.ping\"}]";
    assertThat(
            exchange(
                "127.0.0.1",
                "POST /v1/actions HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"
                    + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body)))
        .startsWith("HTTP/1.1 421 ");
    assertThat(agent.caller().snapshot(0).actions()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:7070",
        "LOCALHOST.",
        "127.1.2.3",
        "[::1]:7070",
        "AGENT-1.example",
        "agent-1.example.:443"
      })
  void answersUnderLoopbackAndTheNamesThatAreAllowed(String host) throws Exception {
    assertThat(get("/v1/info", "Host: " + host)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void answersUnderTheHostsOwnNamesAndTheAddressThatIsCalled() throws Exception {
    InetAddress local = InetAddress.getLocalHost();
    assertThat(get("/v1/info", "Host: " + local.getHostName())).startsWith("HTTP/1.1 200 ");
    List<InetAddress> addresses =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address.getAddress().length == 4)
            .toList();
    assertThat(addresses).isNotEmpty();
    for (InetAddress address : addresses) {
      String text = address.getHostAddress();
      assertThat(
              exchange(
                  text,
                  "GET /v1/info HTTP/1.1\r\nHost: %s:7070\r\nConnection: close\r\n\r\n"
                      .formatted(text)))
          .startsWith("HTTP/1.1 200 ");
    }
    assertThat(get("/v1/info", "Host: 192.0.2.99")).startsWith("HTTP/1.1 421 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: to say",
        "Host:",
        "Host: a b",
        "Host: localhost\r\nHost: evil.example"
      })
  void aRequestWithoutAProperHostIsNotUnderstood(String header) throws Exception {
    assertThat(get("/v1/info", header)).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void anAbsoluteTargetMustNameTheAgentToo() throws Exception {
    assertThat(get("http://localhost:7070/v1/info", "Host: localhost")).startsWith("HTTP/1.1 200 ");
    assertThat(get("http://evil.example/v1/info", "Host: localhost")).startsWith("HTTP/1.1 421 ");
  }

  @Test
  void aNameThatIsNoneIsWrongUsage() {
    Assertions.assertThatThrownBy(() ->
            AgentOptions.parse(
                List.of("--data", "x", "--node", "n1", "--allowed-host", "http://x")))
        .hasMessageContaining("--allowed-host: 'http://x' (expected: a name or an address");
  }

  private String get(String target, String header) throws Exception {
    return exchange(
        "127.0.0.1",
        "GET %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n".formatted(target, header));
  }

  private String exchange(String address, String request) throws Exception {
    try (Socket socket = new Socket(address, URI.create(agent.caller().base()).getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
