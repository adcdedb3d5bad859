package dev.muster.agent.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * A real kube-apiserver that somebody started, with kwok to play the kubelets and the controller of
 * disruption budgets: {@code muster.kube}, or {@code MUSTER_KUBE} in the environment, is its
 * kubeconfig.
 */
public final class RealKube implements AutoCloseable {

  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Path kubeconfig;
  private final Kubeconfig config;
  private final HttpClient client;

  private RealKube(Path kubeconfig, Kubeconfig config, HttpClient client) {
    this.kubeconfig = kubeconfig;
    this.config = config;
    this.client = client;
  }

  /** It, if there is one. */
  public static Optional<RealKube> find() throws IOException {
    Optional<Path> file =
        Optional.ofNullable(System.getProperty("muster.kube"))
            .or(() -> Optional.ofNullable(System.getenv("MUSTER_KUBE")))
            .filter(text -> !text.isBlank())
            .map(Path::of);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Kubeconfig config = Kubeconfig.read(file.get());
    return Optional.of(
        new RealKube(
            file.get(), config, HttpClient.newBuilder().sslContext(KubeTls.of(config)).build()));
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  /** Makes an object; it must be taken. */
  public void create(String collection, String json) throws Exception {
    HttpResponse<String> answer = call("POST", collection, json);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  /** Whether it is there or not. */
  public void delete(String path) throws Exception {
    call("DELETE", path, "{\"gracePeriodSeconds\": 0}");
  }

  public void patch(String path, String json) throws Exception {
    HttpResponse<String> answer = call("PATCH", path, json);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  public boolean isThere(String path) throws Exception {
    return call("GET", path, "").statusCode() == 200;
  }

  public JsonNode get(String path) throws Exception {
    return WireFormat.JSON.readTree(call("GET", path, "").body());
  }

  /** Asks until it is so. */
  public JsonNode until(String path, Predicate<JsonNode> so) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    JsonNode seen = get(path);
    while (!so.test(seen)) {
      assertThat(System.nanoTime()).as("%s", seen).isLessThan(end);
      seen = get(path);
    }
    return seen;
  }

  private HttpResponse<String> call(String method, String path, String json) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(config.server() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .header(
                "Content-Type",
                method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
    config.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
