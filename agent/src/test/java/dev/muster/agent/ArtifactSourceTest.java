package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.agent.ArtifactServer.Manner;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Ways to download that the node knows: credentials, proxies and authorities by reference. */
final class ArtifactSourceTest {

  private static final byte[] NEW = ArtifactScene.bytes(1, 100_000);
  private static final String PASSWORD = "secret-of-test";

  @TempDir Path folder;
  private ArtifactScene scene;

  @BeforeEach
  void make() throws Exception {
    scene = ArtifactScene.in(folder);
    Files.writeString(folder.resolve("secret"), "s3cret\n");
  }

  @Test
  void credentialsAreShownToTheServerThatTheyAreFor() throws Exception {
    try (ArtifactServer server = ArtifactServer.of(NEW);
        TestAgent agent =
            start(
                "\"nexus\": {\"urls\": [\"%s\"], \"tokenFile\": \"%s\"}"
                    .formatted(server.url(), folder.resolve("secret")))) {
      ended(agent, args(server).put("source", "nexus"), ActionState.DONE);
      scene.expectNew(NEW);
      assertThat(server.requests().getFirst().authorization()).contains("Bearer s3cret");
    }
  }

  @Test
  void aSourceServesNoAddressButItsOwn() throws Exception {
    try (ArtifactServer server = ArtifactServer.of(NEW);
        TestAgent agent =
            start(
                "\"nexus\": {\"urls\": [\"http://nexus.example/\"], \"user\": \"u\", \"passwordFile\": \"%s\"}"
                    .formatted(folder.resolve("secret")))) {
      assertThat(agent.caller().refused(ArtifactScene.install(args(server).put("source", "nexus"))))
          .contains("source: 'nexus' does not serve this url (it serves: http://nexus.example/)");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aRedirectToAnotherServerGetsNoSecret() throws Exception {
    try (ArtifactServer server = ArtifactServer.of(NEW);
        ArtifactServer other = ArtifactServer.of(NEW);
        TestAgent agent =
            start(
                "\"default\": {\"urls\": [\"%s\"], \"user\": \"u\", \"passwordFile\": \"%s\"}"
                    .formatted(server.url(), folder.resolve("secret")))) {
      server.answers(new Manner.Elsewhere(other.url()));
      ObjectNode args = args(server);
      args.putObject("headers").put("X-Secret", "hush");
      ended(agent, args, ActionState.DONE);
      scene.expectNew(NEW);
      String basic =
          "Basic "
              + Base64.getEncoder().encodeToString("u:s3cret".getBytes(StandardCharsets.UTF_8));
      assertThat(server.requests().getFirst().authorization()).contains(basic);
      assertThat(server.requests().getFirst().secret()).contains("hush");
      assertThat(other.requests().getFirst().authorization()).isEmpty();
      assertThat(other.requests().getFirst().secret()).isEmpty();
    }
  }

  @Test
  void aProxyIsAskedInPlaceOfTheServer() throws Exception {
    try (ArtifactServer proxy = ArtifactServer.of(NEW);
        TestAgent agent =
            start(
                "\"out\": {\"proxy\": {\"url\": \"http://127.0.0.1:%d\", \"user\": \"p\", \"passwordFile\": \"%s\"}}"
                    .formatted(proxy.port(), folder.resolve("secret")))) {
      ended(
          agent,
          scene.from("http://releases.example/app", NEW).put("source", "out"),
          ActionState.DONE);
      scene.expectNew(NEW);
      ArtifactServer.Request request = proxy.requests().getFirst();
      assertThat(request.target()).isEqualTo("http://releases.example/app");
      assertThat(request.proxyAuthorization().orElse("")).startsWith("Basic ");
      assertThat(request.authorization()).isEqualTo(Optional.empty());
    }
  }

  @Test
  void aProxyOfHttpsIsToldWhoAsksAndTheServerIsNot() throws Exception {
    Path keys = keys();
    try (ArtifactServer server = ArtifactServer.of(https(keys), NEW);
        TunnelProxy proxy = TunnelProxy.start();
        TestAgent agent =
            start(
                "\"out\": {\"caFile\": \"%s\", \"proxy\": {\"url\": \"http://127.0.0.1:%d\", \"user\": \"p\", \"passwordFile\": \"%s\"}}"
                    .formatted(folder.resolve("ca.pem"), proxy.port(), folder.resolve("secret")))) {
      String url = "https://127.0.0.1:%d/app".formatted(server.port());
      ended(agent, scene.from(url, NEW).put("source", "out"), ActionState.DONE);
      scene.expectNew(NEW);
      assertThat(proxy.logins())
          .contains(
              Base64.getEncoder().encodeToString("p:s3cret".getBytes(StandardCharsets.UTF_8)));
      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().getFirst().proxyAuthorization()).isEmpty();
    }
  }

  @Test
  void ownAuthoritiesAreBelievedInPlaceOfTheSystems() throws Exception {
    Path keys = keys();
    try (ArtifactServer server = ArtifactServer.of(https(keys), NEW);
        TestAgent agent =
            start("\"own\": {\"caFile\": \"%s\"}".formatted(folder.resolve("ca.pem")))) {
      String url = "https://127.0.0.1:%d/app".formatted(server.port());
      ActionReport stranger = ended(agent, scene.from(url, NEW), ActionState.FAILED);
      scene.expectOld(stranger, url + " cannot be trusted");
      ended(agent, scene.from(url, NEW).put("source", "own"), ActionState.DONE);
      scene.expectNew(NEW);
    }
  }

  @Test
  void anAuthorityThatIsNotThereIsSaid() throws Exception {
    Path keys = keys();
    try (ArtifactServer server = ArtifactServer.of(https(keys), NEW);
        TestAgent agent = start("\"own\": {\"caFile\": \"%s\"}".formatted(folder.resolve("no")))) {
      String url = "https://127.0.0.1:%d/app".formatted(server.port());
      scene.expectOld(
          ended(
              agent,
              scene.from(url, NEW).put("source", "own").put("retries", 0),
              ActionState.FAILED),
          folder.resolve("no").toString());
    }
  }

  private TestAgent start(String sources) throws Exception {
    return TestAgent.start(
        folder.resolve("data"),
        "--config",
        scene.config(folder, ", \"sources\": {%s}".formatted(sources)));
  }

  private ObjectNode args(ArtifactServer server) {
    return scene.from(server.url(), NEW);
  }

  private static ActionReport ended(TestAgent agent, ObjectNode args, ActionState state) {
    return agent.caller().until(agent.caller().accepted(ArtifactScene.install(args)), state);
  }

  private static HttpsServer https(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(keys)) {
      store.load(stream, PASSWORD.toCharArray());
    }
    KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
    key.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(key.getKeyManagers(), null, null);
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    return https;
  }

  /** Of a server that signed its own certificate, which is in {@code ca.pem}. */
  private Path keys() throws Exception {
    Path keys = folder.resolve("server.p12");
    keytool(
        keys, "-genkeypair", "-keyalg", "EC", "-dname", "CN=server", "-ext", "SAN=ip:127.0.0.1");
    keytool(keys, "-exportcert", "-rfc", "-file", folder.resolve("ca.pem").toString());
    return keys;
  }

  private static void keytool(Path keys, String... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC"));
    command.addAll(List.of(args));
    command.addAll(
        List.of("-alias", "server", "-keystore", keys.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
