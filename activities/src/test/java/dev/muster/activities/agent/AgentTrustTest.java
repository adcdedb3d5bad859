package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.activities.agent.AgentTrust.Known;
import dev.muster.activities.agent.HttpAgentClient.Exchange;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With what agents are asked, and to whom it is sent. */
final class AgentTrustTest {

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final Fingerprint NEXT = Fingerprint.of("whatever");

  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile String accepted = "";
  private Known known = Known.NOTHING;
  private Known anew = Known.NOTHING;

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  @Test
  void anAgentWithItsOwnTokenIsNotSentTheSharedOne() throws IOException {
    accepted = "own";
    known = token("own", Optional.empty());
    assertThat(give(plain())).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(seen).containsExactly("Bearer own");
  }

  @Test
  void aTokenThatWasExchangedMeanwhileCostsNoCall() throws IOException {
    accepted = "second";
    known = token("first", Optional.empty());
    anew = token("second", Optional.empty());
    assertThat(give(plain())).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(seen).containsExactly("Bearer first", "Bearer second");
  }

  @Test
  void anAgentThatWentOverBeforeItWasRecordedIsAskedWithTheNext() throws IOException {
    accepted = "next";
    known = token("first", Optional.empty());
    anew = token("first", Optional.of("next"));
    assertThat(give(plain())).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(seen).as("no token twice").containsExactly("Bearer first", "Bearer next");
  }

  @Test
  void theSharedTokenIsTriedWhereNoneIsItsOwnYet() throws IOException {
    accepted = "next";
    known = new Known(Optional.empty(), Optional.empty(), Optional.of("next"), Optional.empty());
    anew = known;
    assertThat(give(plain())).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(seen).containsExactly("Bearer shared", "Bearer next");
  }

  @Test
  void whoRefusesEverythingIsAnErrorOfItsNode() throws IOException {
    accepted = "other";
    known = token("first", Optional.empty());
    anew = known;
    assertThat(give(plain()).error().orElseThrow()).contains("refuses us (401)");
    assertThat(seen).hasSize(1);
  }

  @Test
  void aRevokedAgentIsNotEvenConnectedTo() throws IOException {
    known = Known.refused("revoked by ada");
    assertThat(give(plain())).isEqualTo(new AgentAnswer.Unreachable<>("revoked by ada"));
    assertThat(seen).isEmpty();
  }

  @Test
  void theRouterRefusesForEveryProtocol() throws IOException {
    known = Known.refused("it waits to be accepted");
    AgentEndpoint agent = plain();
    for (AgentProtocol protocol : AgentProtocol.values()) {
      assertThat(routed(agent, protocol)).contains("it waits to be accepted");
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void whatAProtocolCannotProveIsNotSpokenIn() throws IOException {
    AgentEndpoint agent = plain();
    for (AgentProtocol protocol :
        List.of(AgentProtocol.REPLICANTE_V0, AgentProtocol.REPLICANTE_V0_G1)) {
      for (Known one : List.of(token("own", Optional.empty()), pinned(NEXT))) {
        known = one;
        assertThat(routed(agent, protocol)).contains("has credentials of its own");
      }
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void whoShowsThePinnedCertificateIsAskedWhateverItsName() throws Exception {
    Path keys = keys("agent");
    accepted = "own";
    known = pinned(fingerprint(keys));
    assertThat(give(encrypted(keys))).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(seen).containsExactly("Bearer own");
  }

  @Test
  void anImpostorGetsNothing() throws Exception {
    known = pinned(fingerprint(keys("agent")));
    assertThat(give(encrypted(keys("impostor"))).error().orElseThrow())
        .contains("another certificate is shown there");
    assertThat(seen).isEmpty();
  }

  /** The connection was made when another certificate was known. */
  @Test
  void aConnectionThatIsKeptIsLookedAtAgain() throws Exception {
    Path keys = keys("agent");
    accepted = "own";
    known = pinned(fingerprint(keys));
    AgentEndpoint agent = encrypted(keys);
    HttpAgentClient client = client();
    client.giveNext(agent, NEXT);
    assertThat(seen).hasSize(1);

    known = pinned(Fingerprint.of("another one"));
    assertThat(client.giveNext(agent, NEXT).error().orElseThrow()).contains("another certificate");
    known = token("own", Optional.empty());
    assertThat(client.giveNext(agent, NEXT).error()).as("no authority vouches for it").isPresent();
    assertThat(seen).hasSize(1);
  }

  @Test
  void whereACertificateIsKnownNothingIsSentInTheClear() throws IOException {
    known = pinned(Fingerprint.of("one"));
    assertThat(give(plain()).error().orElseThrow()).contains("this is not https");
    assertThat(seen).isEmpty();
  }

  @Test
  void withoutAPinAnUnknownAuthorityIsNotBelieved() throws Exception {
    known = token("own", Optional.empty());
    assertThat(give(encrypted(keys("agent"))).error().orElseThrow()).contains("TLS failed");
    assertThat(seen).isEmpty();
  }

  /** Why nothing came of a call in a protocol. */
  private String routed(AgentEndpoint agent, AgentProtocol protocol) {
    return new ProtocolRouter(Map.of(protocol, client()), (name, answer, took) -> {}, trust())
        .snapshot(
            new AgentEndpoint(agent.cluster(), agent.node(), agent.address(), protocol.id()),
            Since.BEGINNING)
        .error()
        .orElseThrow();
  }

  private AgentAnswer<Exchange> give(AgentEndpoint agent) {
    return client().giveNext(agent, NEXT);
  }

  private HttpAgentClient client() {
    HttpAgentClient client =
        new HttpAgentClient(AgentClientSettings.DEFAULT.withToken(Optional.of("shared")), trust());
    open.add(client);
    return client;
  }

  private AgentTrust trust() {
    return new AgentTrust() {
      @Override
      public Known of(AgentEndpoint agent) {
        return known;
      }

      @Override
      public Known anew(AgentEndpoint agent) {
        return anew;
      }
    };
  }

  private static Known token(String token, Optional<String> next) {
    return new Known(Optional.empty(), Optional.of(token), next, Optional.empty());
  }

  private static Known pinned(Fingerprint certificate) {
    return new Known(
        Optional.empty(), Optional.of("own"), Optional.empty(), Optional.of(certificate));
  }

  private AgentEndpoint plain() throws IOException {
    return serve(HttpServer.create(loopback(), 0), "http");
  }

  private AgentEndpoint encrypted(Path keys) throws Exception {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store(keys), PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return serve(server, "https");
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private AgentEndpoint serve(HttpServer server, String scheme) {
    server.createContext("/", this::answer);
    server.start();
    open.add(() -> server.stop(0));
    return new AgentEndpoint(
        new ClusterName("prod"),
        new NodeId("n1"),
        "%s://127.0.0.1:%d".formatted(scheme, server.getAddress().getPort()),
        AgentProtocol.MUSTER_AGENT_V1.id());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String sent = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    seen.add(sent);
    exchange.getRequestBody().readAllBytes();
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(sent.equals("Bearer " + accepted) ? 200 : 401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Path keys(String name) throws Exception {
    Path file = folder.resolve(name + ".p12");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).isZero();
    return file;
  }

  private static KeyStore store(Path keys) throws Exception {
    return KeyStore.getInstance(keys.toFile(), PASSWORD);
  }

  private static Fingerprint fingerprint(Path keys) throws Exception {
    KeyStore store = store(keys);
    return Fingerprint.of(store.getCertificate(store.aliases().nextElement()).getEncoded());
  }
}
