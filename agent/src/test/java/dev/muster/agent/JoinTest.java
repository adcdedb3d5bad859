package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.muster.agent.access.Joining;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that joins a Muster which answers as the test says. */
final class JoinTest {

  private static final String JOINED =
      "{\"cluster\":\"prod\",\"node\":\"n1\",\"state\":\"accepted\"}";

  private static final String PROOF = AccessToken.random(new SecureRandom()).reveal();
  private static final String NEXT = AccessToken.random(new SecureRandom()).reveal();

  @TempDir private Path folder = Path.of("");

  private final List<JoinRequest> asked = new CopyOnWriteArrayList<>();
  private final List<String> proofs = new CopyOnWriteArrayList<>();
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private volatile boolean isExchanging;
  private HttpServer muster;
  private Path joinToken = Path.of("");

  @BeforeEach
  void start() throws IOException {
    muster = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    muster.createContext(
        "/v1/agents",
        exchange -> {
          asked.add(
              WireFormat.JSON.readValue(
                  exchange.getRequestBody().readAllBytes(), JoinRequest.class));
          proofs.add(exchange.getRequestHeaders().getFirst("Muster-Join-Token"));
          if (isExchanging) {
            exchange(asked.getLast().address().value(), asked.getLast().token(), NEXT);
          }
          int status = statuses.isEmpty() ? 201 : statuses.pop();
          byte[] body =
              (status < 300
                      ? JOINED
                      : "{\"type\":\"x\",\"title\":\"t\",\"status\":%d,\"detail\":\"why %d\"}"
                          .formatted(status, status))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    muster.start();
    joinToken = Files.writeString(folder.resolve("join"), PROOF + "\n");
  }

  @AfterEach
  void stop() {
    muster.stop(0);
  }

  @Test
  void afterItJoinedOnlyMusterGetsAnythingAndNoTokenIsKept() throws Exception {
    try (Agent agent = start("127.0.0.1:0")) {
      assertThat(status(agent, "nothing")).as("before it is answered").isEqualTo(401);
      agent.join();
      JoinRequest request = asked.getFirst();
      assertThat(proofs).containsExactly(PROOF);
      assertThat(request.node().value()).isEqualTo("n1");
      assertThat(request.address().value()).isEqualTo(agent.url());
      assertThat(request.certificate()).as("on the loopback").isEmpty();
      assertThat(request.labels().orElseThrow()).containsEntry("rack", "b4");
      assertThat(status(agent, request.token())).isEqualTo(200);
      assertThat(status(agent, PROOF)).isEqualTo(401);
      assertThat(everythingIn(folder.resolve("data"))).doesNotContain(request.token());
    }
  }

  @Test
  void anAnswerThatWasLostIsAskedForAgainAsTheSameAgent() throws Exception {
    statuses.add(503);
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
    }
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0).token()).isEqualTo(asked.get(1).token());
  }

  @Test
  void anAgentThatWasKilledBeforeTheAnswerIsTheSameOneAfterwards() throws Exception {
    statuses.add(409);
    try (Agent agent = start("127.0.0.1:0")) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("why 409");
    }
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
      assertThat(asked.get(0).token()).isEqualTo(asked.get(1).token());
    }
    Files.delete(joinToken);
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
      assertThat(asked).as("it has joined").hasSize(2);
      assertThat(status(agent, asked.getFirst().token())).isEqualTo(200);
    }
  }

  /** Muster has the agent's token, and has told the agent of another; its own answer was lost. */
  @Test
  void whoseTokenIsExchangedHasJoinedThoughItWasNeverTold() throws Exception {
    isExchanging = true;
    statuses.add(409);
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
      assertThat(status(agent, NEXT)).isEqualTo(200);
    }
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
      assertThat(asked).as("it asks no more").hasSize(1);
      assertThat(status(agent, NEXT)).isEqualTo(200);
      assertThat(status(agent, asked.getFirst().token())).isEqualTo(401);
    }
  }

  @Test
  void anExchangedTokenOutlivesAnAgentThatIsKilledWhileItJoins() throws Exception {
    String own;
    try (Agent agent = start("127.0.0.1:0")) {
      own = Files.readString(folder.resolve("data").resolve("joining"));
      assertThat(exchange(agent.url(), own, NEXT)).isEqualTo(200);
      assertThat(status(agent, NEXT)).isEqualTo(200);
    }
    try (Agent agent = start("127.0.0.1:0")) {
      agent.join();
      assertThat(asked).isEmpty();
      assertThat(status(agent, NEXT)).isEqualTo(200);
      assertThat(status(agent, own)).isEqualTo(401);
      assertThat(folder.resolve("data").resolve("joining")).doesNotExist();
    }
  }

  @Test
  void anotherTokenFileDoesNotEndAJoinThatWasBegun() throws Exception {
    String file = Files.writeString(folder.resolve("token"), "one").toString();
    try (Agent agent = start("127.0.0.1:0", "--token-file", file)) {
      assertThat(status(agent, "one")).isEqualTo(401);
    }
    Files.writeString(folder.resolve("token"), "two");
    try (Agent agent = start("127.0.0.1:0", "--token-file", file)) {
      agent.join();
      assertThat(asked).hasSize(1);
      assertThat(status(agent, "two")).isEqualTo(401);
      assertThat(status(agent, asked.getFirst().token())).isEqualTo(200);
    }
  }

  @Test
  void whatIsNoJoinTokenIsNotSentNorShown() throws Exception {
    Files.writeString(joinToken, "s3cret\nof something else\n");
    try (Agent agent = start("127.0.0.1:0")) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("holds no join token")
          .hasMessageNotContaining("s3cret");
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void aDamagedTokenOfAJoinLetsNobodyIn() throws Exception {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data").resolve("joining"), "");
    assertThatThrownBy(() -> start("127.0.0.1:0")).hasMessageContaining("joining is damaged");
  }

  @Test
  void aFileWithoutAuthoritiesIsToldAtOnce() throws Exception {
    Path none = Files.writeString(folder.resolve("ca.pem"), "");
    try (Agent agent = start("127.0.0.1:0", "--join-ca", none.toString())) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("--join-ca");
    }
  }

  @Test
  void whereOthersReachItItMakesACertificateAndTellsItsHash() throws Exception {
    try (Agent agent = start("0.0.0.0:0", "--address", "https://127.0.0.1:1")) {
      assertThat(agent.url()).startsWith("https://");
      agent.join();
      X509Certificate shown = shownAt(agent.address().getPort());
      assertThat(asked.getFirst().certificate()).contains(Fingerprint.of(shown.getEncoded()));
      shown.verify(shown.getPublicKey());
      shown.checkValidity();
      assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=n1");
    }
    String before = asked.getFirst().certificate().orElseThrow().value();
    try (Agent agent = start("0.0.0.0:0", "--address", "https://127.0.0.1:1")) {
      assertThat(Fingerprint.of(shownAt(agent.address().getPort()).getEncoded()).value())
          .as("the same after a restart")
          .isEqualTo(before);
    }
  }

  @Test
  void aTokenIsExchangedOverTheProtocol() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "old");
    try (TestAgent agent =
        TestAgent.start(folder.resolve("exchange"), "--token-file", token.toString())) {
      assertThat(exchange(agent.caller(), "wrong", "new")).isEqualTo(401);
      assertThat(exchange(agent.caller(), "old", "new")).isEqualTo(200);
      assertThat(exchange(agent.caller(), "new", "new")).as("it goes over").isEqualTo(200);
      assertThat(exchange(agent.caller(), "old", "other")).isEqualTo(401);
      assertThat(post(agent.caller(), "new", "{\"sha256\":\"zz\"}")).isEqualTo(400);
      assertThat(post(agent.caller(), "new", "{\"sha\":\"zz\"}")).isEqualTo(400);
    }
    try (TestAgent open = TestAgent.start(folder.resolve("open"))) {
      assertThat(exchange(open.caller(), "any", "mine")).as("nobody shuts it").isEqualTo(409);
    }
  }

  @Test
  void joiningNeedsWhatItNeeds() {
    assertThatThrownBy(() -> parse("--join", "https://muster:8420"))
        .hasMessageContaining("--join-token-file");
    assertThatThrownBy(() -> parse("--join", "http://10.0.0.1:8420", "--join-token-file", "f"))
        .hasMessageContaining("expected: https://");
    assertThatThrownBy(() -> parse("--join", "muster", "--join-token-file", "f"))
        .hasMessageContaining("expected: such as https://muster:8420");
    assertThatThrownBy(() -> parse("--label", "a=b")).hasMessageContaining("give --join");
    assertThatThrownBy(() ->
            parse("--join", "https://m:1", "--join-token-file", "f", "--address", "10.0.0.1:7"))
        .hasMessageContaining("--address");
  }

  private static void parse(String... options) {
    List<String> line = new ArrayList<>(List.of("--data", "x", "--node", "n1"));
    line.addAll(List.of(options));
    AgentOptions.parse(line);
  }

  private Agent start(String listen, String... options) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "--node",
                "n1",
                "--data",
                folder.resolve("data").toString(),
                "--listen",
                listen,
                "--label",
                "rack=b4",
                "--join",
                "http://127.0.0.1:" + muster.getAddress().getPort(),
                "--join-token-file",
                joinToken.toString()));
    line.addAll(List.of(options));
    return Agent.start(AgentOptions.parse(line));
  }

  private static int exchange(Caller caller, String token, String next) {
    return post(caller, token, "{\"sha256\":\"%s\"}".formatted(Fingerprint.of(next)));
  }

  private static int exchange(String agent, String token, String next) throws IOException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(agent + "/v1/token"))
                  .header("Authorization", "Bearer " + token)
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"sha256\":\"%s\"}".formatted(Fingerprint.of(next))))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }

  private static int post(Caller caller, String token, String body) {
    return caller
        .send(
            HttpRequest.newBuilder(URI.create(caller.base() + "/v1/token"))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body)))
        .statusCode();
  }

  private static int status(Agent agent, String token) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(agent.url() + "/v1/info"))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static X509Certificate shownAt(int port) throws Exception {
    SSLContext any = SSLContext.getInstance("TLS");
    any.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
    try (var socket =
        (javax.net.ssl.SSLSocket)
            any.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  private static String everythingIn(Path data) throws IOException {
    StringBuilder all = new StringBuilder();
    try (var files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  private static final class Anybody implements javax.net.ssl.X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
