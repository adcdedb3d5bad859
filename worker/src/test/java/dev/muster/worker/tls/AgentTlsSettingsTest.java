package dev.muster.worker.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.HttpAgentClient.Exchange;
import dev.muster.activities.agent.SdkClient;
import dev.muster.activities.agent.Since;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that asks for a certificate, and Muster with one. */
final class AgentTlsSettingsTest {

  private static final String PASSWORD = "changeit";

  private final AtomicReference<String> asked = new AtomicReference<>("nobody");
  private Path server = Path.of("");
  private Path client = Path.of("");
  private HttpsServer agent;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void start() throws Exception {
    server = keys("server");
    client = keys("client");
    agent = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    SSLContext context = context(server, client);
    agent.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = context.getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    agent.createContext(
        "/",
        exchange -> {
          asked.set(
              ((com.sun.net.httpserver.HttpsExchange) exchange)
                  .getSSLSession()
                  .getPeerPrincipal()
                  .getName());
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    agent.start();
  }

  @AfterEach
  void stop() {
    agent.stop(0);
  }

  @Test
  void whatPemFilesHoldIsShown() throws Exception {
    AgentTlsSettings settings =
        new AgentTlsSettings(
            certificate("client", client).toString(),
            key("client", client).toString(),
            "",
            "",
            certificate("server", server).toString());
    assertThat(ask(settings)).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(asked).hasValue("CN=client");
  }

  @Test
  void whatAStoreHoldsIsShown() throws Exception {
    AgentTlsSettings settings =
        new AgentTlsSettings(
            "",
            "",
            client.toString(),
            Files.writeString(folder.resolve("password"), PASSWORD + "\n").toString(),
            certificate("server", server).toString());
    assertThat(ask(settings)).isEqualTo(new AgentAnswer.Answered<>(Exchange.TAKEN));
    assertThat(asked).hasValue("CN=client");
  }

  @Test
  void withoutACertificateSuchAnAgentLetsNobodyIn() throws Exception {
    assertThat(ask(only(certificate("server", server))).found()).isEmpty();
    assertThat(asked).hasValue("nobody");
  }

  @Test
  void anAgentOfAnotherAuthorityIsNotBelieved() throws Exception {
    assertThat(ask(only(certificate("client", client))).error().orElseThrow())
        .contains("TLS failed");
    assertThat(asked).hasValue("nobody");
  }

  @Test
  void halfOfItSaysWhatIsMissing() {
    assertThatThrownBy(() -> new AgentTlsSettings("x", "", "", "", ""))
        .isInstanceOf(SettingProblem.class)
        .hasMessageContaining("muster.agents.tls.key-file");
    assertThatThrownBy(() -> only(folder.resolve("none.pem")).toAgents())
        .isInstanceOf(SettingProblem.class)
        .hasMessageContaining("muster.agents.tls.ca-file");
  }

  /** It has no actions without a client's certificate. */
  @Test
  void anAgentOfTheFirstGenerationIsShownTheCertificateToo() throws Exception {
    AgentTlsSettings settings =
        new AgentTlsSettings(
            certificate("client", client).toString(),
            key("client", client).toString(),
            "",
            "",
            certificate("server", server).toString());
    try (AgentClient muster =
        SdkClient.of(
            AgentProtocol.REPLICANTE_V0_G1,
            AgentClientSettings.DEFAULT.withTls(settings.toAgents()),
            Clock.systemUTC())) {
      assertThat(muster.snapshot(at(AgentProtocol.REPLICANTE_V0_G1), Since.BEGINNING).found())
          .as("this one has nothing to say")
          .isEmpty();
    }
    assertThat(asked).hasValue("CN=client");
  }

  private static AgentTlsSettings only(Path caFile) {
    return new AgentTlsSettings("", "", "", "", caFile.toString());
  }

  private AgentAnswer<Exchange> ask(AgentTlsSettings settings) {
    try (HttpAgentClient muster =
        new HttpAgentClient(AgentClientSettings.DEFAULT.withTls(settings.toAgents()))) {
      return muster.giveNext(at(AgentProtocol.MUSTER_AGENT_V1), Fingerprint.of("any"));
    }
  }

  private AgentEndpoint at(AgentProtocol protocol) {
    return new AgentEndpoint(
        new ClusterName("prod"),
        new NodeId("n1"),
        "https://127.0.0.1:" + agent.getAddress().getPort(),
        protocol.id());
  }

  private static SSLContext context(Path own, Path believed) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(own), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    KeyStore from = store(believed);
    trusted.setCertificateEntry("it", from.getCertificate(from.aliases().nextElement()));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private Path certificate(String name, Path keys) throws Exception {
    KeyStore store = store(keys);
    return pem(
        name + ".crt",
        "CERTIFICATE",
        store.getCertificate(store.aliases().nextElement()).getEncoded());
  }

  private Path key(String name, Path keys) throws Exception {
    KeyStore store = store(keys);
    return pem(
        name + ".key",
        "PRIVATE KEY",
        store.getKey(store.aliases().nextElement(), PASSWORD.toCharArray()).getEncoded());
  }

  private Path pem(String name, String what, byte[] content) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
            .formatted(what, Base64.getMimeEncoder().encodeToString(content)));
  }

  private static KeyStore store(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(keys)) {
      store.load(content, PASSWORD.toCharArray());
    }
    return store;
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
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).isZero();
    return file;
  }
}
