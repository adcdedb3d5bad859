package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API that other hosts reach: TLS, and nobody without a token. */
final class SecuredTest {

  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void withACertificateItListensForOthersAndAsksThemWhoTheyAre() throws Exception {
    Path store = certificate();
    Path token = folder.resolve("bootstrap-token");
    try (RunningApi api =
            RunningApi.with(
                "--server.address=0.0.0.0",
                "--server.ssl.key-store=" + store.toUri(),
                "--server.ssl.key-store-type=PKCS12",
                "--server.ssl.key-store-password=" + PASSWORD,
                "--muster.http.bootstrap-token-file=" + token);
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(store)).build()) {
      URI runs = URI.create("https://127.0.0.1:%d/v1/runs".formatted(api.port()));
      assertThat(send(client, runs, "none").statusCode()).isEqualTo(401);
      String given = Given.token(api.records(), "ada", Role.VIEWER, "*");
      HttpResponse<String> answer = send(client, runs, given);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      org.awaitility.Awaitility.await().until(() -> Files.exists(token));
      assertThat(send(client, runs, Files.readString(token).strip()).statusCode()).isEqualTo(200);
      assertThat(plain(api.port()).statusCode()).as("without TLS").isEqualTo(400);
    }
  }

  private static HttpResponse<String> send(HttpClient client, URI address, String token)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> plain(int port) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/runs".formatted(port))).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static SSLContext trusting(Path store) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("muster", own.getCertificate("muster"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private Path certificate() throws IOException, InterruptedException {
    Path store = folder.resolve("muster.p12");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "muster",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=muster",
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).as(said).isZero();
    return store;
  }
}
