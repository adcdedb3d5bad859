package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.access.Joining;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that joins a Muster which answers as the test says. */
final class JoinTest {

  @TempDir private Path folder = Path.of("");
  private JoinedMuster muster;

  @BeforeEach
  void begin() throws IOException {
    muster = new JoinedMuster(folder);
  }

  @AfterEach
  void end() {
    muster.close();
  }

  @Test
  void afterItJoinedOnlyMusterGetsAnythingAndNoTokenIsKept() throws Exception {
    try (Agent agent = muster.start("127.0.0.1:0")) {
      assertThat(JoinedMuster.status(agent, "nothing")).as("before it is answered").isEqualTo(401);
      agent.join();
      JoinRequest request = muster.asked().getFirst();
      assertThat(muster.proofs()).containsExactly(JoinedMuster.PROOF);
      assertThat(request.node().value()).isEqualTo("n1");
      assertThat(request.address().value()).isEqualTo(agent.url());
      assertThat(request.certificate()).as("on the loopback").isEmpty();
      assertThat(request.labels().orElseThrow()).containsEntry("rack", "b4");
      assertThat(JoinedMuster.status(agent, request.token())).isEqualTo(200);
      assertThat(JoinedMuster.status(agent, JoinedMuster.PROOF)).isEqualTo(401);
      assertThat(everythingIn(muster.data())).doesNotContain(request.token());
    }
  }

  @Test
  void whatIsNoJoinTokenIsNotSentNorShown() throws Exception {
    Files.writeString(muster.proof(), "s3cret\nof something else\n");
    try (Agent agent = muster.start("127.0.0.1:0")) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("holds no join token")
          .hasMessageNotContaining("s3cret");
    }
    assertThat(muster.asked()).isEmpty();
  }

  @Test
  void aFileWithoutAuthoritiesIsToldAtOnce() throws Exception {
    Path none = Files.writeString(folder.resolve("ca.pem"), "");
    try (Agent agent = muster.start("127.0.0.1:0", "--join-ca", none.toString())) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("--join-ca");
    }
  }

  @Test
  void whereOthersReachItItMakesACertificateAndTellsItsHash() throws Exception {
    try (Agent agent = muster.start("0.0.0.0:0", "--address", "https://127.0.0.1:1")) {
      assertThat(agent.url()).startsWith("https://");
      agent.join();
      X509Certificate shown = shownAt(agent.address().getPort());
      assertThat(muster.asked().getFirst().certificate())
          .contains(Fingerprint.of(shown.getEncoded()));
      shown.verify(shown.getPublicKey());
      shown.checkValidity();
      assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=n1");
    }
    String before = muster.asked().getFirst().certificate().orElseThrow().value();
    try (Agent agent = muster.start("0.0.0.0:0", "--address", "https://127.0.0.1:1")) {
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

  private static int exchange(Caller caller, String token, String next) {
    return post(caller, token, "{\"sha256\":\"%s\"}".formatted(Fingerprint.of(next)));
  }

  private static int post(Caller caller, String token, String body) {
    return caller
        .send(
            HttpRequest.newBuilder(URI.create(caller.base() + "/v1/token"))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body)))
        .statusCode();
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
