package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.settings.AgentOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessTest {

  private static final String PASSWORD = "changeit";

  @TempDir Path folder;

  @Test
  void aRequestNeedsTheToken() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
    try (TestAgent agent =
        TestAgent.start(folder.resolve("data"), "--token-file", token.toString())) {
      Caller caller = agent.caller();
      assertThat(caller.problem(caller.get("/v1/info")).status()).isEqualTo(401);
      assertThat(caller.problem(caller.get("/metrics")).status()).isEqualTo(401);
      assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(with(caller, "Bearer s3cret")).isEqualTo(200);
      assertThat(with(caller, "bearer s3cret")).isEqualTo(200);
      assertThat(with(caller, "Bearer s3cre")).isEqualTo(401);
      assertThat(with(caller, "Bearer s3cretx")).isEqualTo(401);
      assertThat(with(caller, "Bearer ")).isEqualTo(401);
      assertThat(with(caller, "Basic s3cret")).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:0", "[::]:0"})
  void withoutATokenItListensForThisHostOnly(String listen) {
    Assertions.assertThatThrownBy(
            () -> AgentOptions.parse(List.of("--data", "x", "--node", "n1", "--listen", listen)))
        .hasMessageContaining("without a token lets anybody run actions here");
  }

  @Test
  void aClientNeedsACertificateWhereTheAgentAsksForOne() throws Exception {
    Path server = keys("server");
    Path client = keys("client");
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    String config =
        TestAgent.config(
            folder,
            """
            {"tls": {"keyStore": {"file": "%s", "passwordFile": "%s"},
                     "trustStore": {"file": "%s", "passwordFile": "%s"}}}
            """
                .formatted(server, password, trust("client", client), password));
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      URI info = URI.create(agent.caller().base().replace("http:", "https:") + "/v1/info");
      SSLContext known = context(client, trust("server", server));
      SSLContext stranger = context(server, trust("server2", server));
      assertThat(get(known, info)).isEqualTo(200);
      Assertions.assertThatThrownBy(() -> get(stranger, info))
          .isInstanceOfAny(SSLException.class, IOException.class);
    }
  }

  private static int with(Caller caller, String authorization) {
    return caller
        .send(
            HttpRequest.newBuilder(URI.create(caller.base() + "/v1/info"))
                .header("Authorization", authorization))
        .statusCode();
  }

  private static int get(SSLContext context, URI uri) throws Exception {
    try (HttpClient http = HttpClient.newBuilder().sslContext(context).build()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private Path keys(String name) throws Exception {
    Path file = folder.resolve(name + ".p12");
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "SAN=ip:127.0.0.1",
        "-keystore",
        file.toString(),
        "-storepass",
        PASSWORD);
    return file;
  }

  private Path trust(String name, Path keys) throws Exception {
    Path certificate = folder.resolve(name + ".crt");
    Path file = folder.resolve(name + "-trust.p12");
    String alias = keys.getFileName().toString().replace(".p12", "");
    keytool(
        "-exportcert",
        "-alias",
        alias,
        "-keystore",
        keys.toString(),
        "-storepass",
        PASSWORD,
        "-file",
        certificate.toString());
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        alias,
        "-file",
        certificate.toString(),
        "-keystore",
        file.toString(),
        "-storepass",
        PASSWORD);
    return file;
  }

  private static void keytool(String... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC"));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static SSLContext context(Path keys, Path trust) throws Exception {
    KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
    key.init(load(keys), PASSWORD.toCharArray());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(load(trust));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(key.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static KeyStore load(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file)) {
      store.load(stream, PASSWORD.toCharArray());
    }
    return store;
  }
}
