package dev.muster.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose certificate Java does not know. */
final class AuthoritiesTest {

  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path folder;

  @Test
  void aServerIsBelievedIfAnAuthorityThatWasNamedSignedForIt() throws Exception {
    KeyStore own = certificate("own");
    KeyStore other = certificate("other");
    HttpsServer server = serving(own);
    try {
      URI address = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
      try (MusterApi api = new MusterApi(address, trusting(pem(own)))) {
        assertThat(api.get(ApiPath.of("info")).body()).isEqualTo("{}");
      }
      try (MusterApi api = new MusterApi(address, trusting(pem(other)))) {
        assertThatThrownBy(() -> api.get(ApiPath.of("info"))).isInstanceOf(ApiFailure.class);
      }
      try (MusterApi api = new MusterApi(address, "ada")) {
        assertThatThrownBy(() -> api.get(ApiPath.of("info"))).isInstanceOf(ApiFailure.class);
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aFileWithoutACertificateSaysSo() {
    assertThatThrownBy(() -> Authorities.context("nothing of the kind"))
        .hasMessageContaining("MUSTER_CA_FILE has no certificate");
  }

  private static Asker trusting(String pem) {
    return new Asker("ada", Optional::empty, Optional.of(pem));
  }

  private static HttpsServer serving(KeyStore own) throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String pem(KeyStore store) throws GeneralSecurityException {
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
        .formatted(
            Base64.getMimeEncoder().encodeToString(store.getCertificate("muster").getEncoded()));
  }

  private KeyStore certificate(String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
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
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).as(said).isZero();
    return KeyStore.getInstance(store.toFile(), PASSWORD);
  }
}
