package dev.muster.worker.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A HashiCorp Vault of {@code scripts/real-vault}, in development mode: in memory, KV version 2 at
 * {@code secret}, one token that may do everything.
 */
final class RealVault implements AutoCloseable {

  static final String ROOT = "root-of-a-test";

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String address;

  private RealVault(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** The program, if it was built. */
  static Optional<Path> program() throws Exception {
    Process asked =
        new ProcessBuilder("../scripts/real-vault", "path")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String path = new String(asked.getInputStream().readAllBytes(), UTF_8).strip();
    return asked.waitFor() == 0 ? Optional.of(Path.of(path)) : Optional.empty();
  }

  /** Ready, with nothing in it. */
  static RealVault start(Path program, Path folder) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(
                program.toString(),
                "server",
                "-dev",
                "-dev-no-store-token",
                "-dev-root-token-id=" + ROOT,
                "-dev-listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    RealVault vault = new RealVault(builder.start(), "http://127.0.0.1:" + port);
    vault.awaitReady();
    return vault;
  }

  /** It says what its token is when it can be asked; what it says later is read and forgotten. */
  private void awaitReady() throws IOException {
    BufferedReader said = process.inputReader();
    StringBuilder all = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith("Root Token: ")) {
        Thread.ofVirtual().start(() -> said.lines().forEach(ignored -> {}));
        return;
      }
      all.append(line).append('\n');
    }
    throw new IllegalStateException("Vault ended: " + all);
  }

  String address() {
    return address;
  }

  /** What it says to whoever may do everything. */
  JsonNode ask(String method, String path, String body) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(address + "/v1/" + path))
                .header("X-Vault-Token", ROOT)
                .timeout(Duration.ofSeconds(10))
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s %s: %s", method, path, answer.body()).isLessThan(300);
    return answer.body().isEmpty()
        ? WireFormat.JSON.createObjectNode()
        : WireFormat.JSON.readTree(answer.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
