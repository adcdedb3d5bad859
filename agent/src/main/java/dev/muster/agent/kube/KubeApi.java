package dev.muster.agent.kube;

import dev.muster.agent.probe.Failures;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A Kubernetes API, as the kubeconfig of this moment leads to it. */
public final class KubeApi implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int SHOWN = 300;

  private final Kubeconfig config;
  private final HttpClient client;

  private KubeApi(Kubeconfig config, HttpClient client) {
    this.config = config;
    this.client = client;
  }

  /**
   * Opens it; nothing is asked yet.
   *
   * @throws IOException if the kubeconfig cannot be used; the message says why
   */
  public static KubeApi open(KubernetesSettings.Api settings) throws IOException {
    return of(Kubeconfig.read(settings.kubeconfig()));
  }

  /** One that nobody is introduced to: only other servers can be asked whether they are ready. */
  public static KubeApi anonymous() throws IOException {
    return of(
        new Kubeconfig(
            URI.create("http://localhost"),
            new Kubeconfig.Trust.Usual(),
            Optional.empty(),
            Optional.empty()));
  }

  private static KubeApi of(Kubeconfig config) throws IOException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE);
    if (!(config.trust() instanceof Kubeconfig.Trust.Usual) || config.key().isPresent()) {
      builder.sslContext(KubeTls.of(config));
    }
    return new KubeApi(config, builder.build());
  }

  /** Where it is. */
  String server() {
    return config.server().toString();
  }

  KubeAnswer node(String name) throws InterruptedException {
    return send(request("/api/v1/nodes/" + escaped(name)).GET());
  }

  /** Changes of a Node what {@code patch} has, and nothing else. */
  KubeAnswer patchNode(String name, JsonNode patch) throws InterruptedException {
    return send(
        request("/api/v1/nodes/" + escaped(name))
            .header("Content-Type", "application/merge-patch+json")
            .method("PATCH", HttpRequest.BodyPublishers.ofString(patch.toString())));
  }

  /** Those on a node, of all namespaces. */
  KubeAnswer pods(String node) throws InterruptedException {
    return send(request("/api/v1/pods?fieldSelector=" + escaped("spec.nodeName=" + node)).GET());
  }

  /** Has this pod go, and none of the same name that came after it; budgets may forbid it. */
  KubeAnswer evict(KubePod pod, Optional<Duration> grace) throws InterruptedException {
    ObjectNode eviction = WireFormat.JSON.createObjectNode();
    eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("name", pod.name()).put("namespace", pod.namespace());
    ObjectNode options = eviction.putObject("deleteOptions");
    grace.ifPresent(time -> options.put("gracePeriodSeconds", time.toSeconds()));
    options.putObject("preconditions").put("uid", pod.uid());
    return send(
        request(
                "/api/v1/namespaces/%s/pods/%s/eviction"
                    .formatted(escaped(pod.namespace()), escaped(pod.name())))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(eviction.toString())));
  }

  /**
   * Asks another server of the same cluster whether it is ready. Who asks is said over TLS only.
   *
   * @return its status code
   */
  public int readyz(URI server, Duration limit) throws IOException, InterruptedException {
    HttpRequest.Builder plain = HttpRequest.newBuilder(server.resolve("/readyz?verbose"));
    HttpRequest.Builder request = "https".equals(server.getScheme()) ? identified(plain) : plain;
    return client
        .send(request.timeout(limit).GET().build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private HttpRequest.Builder request(String path) {
    return identified(HttpRequest.newBuilder(URI.create(config.server() + path)))
        .timeout(PATIENCE)
        .header("Accept", "application/json");
  }

  private HttpRequest.Builder identified(HttpRequest.Builder request) {
    request.header("User-Agent", "muster-agent");
    config.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private KubeAnswer send(HttpRequest.Builder request) throws InterruptedException {
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      JsonNode body = json(response.body());
      if (response.statusCode() / 100 == 2) {
        return new KubeAnswer.Ok(body);
      }
      String message = body.path("message").asString("");
      return new KubeAnswer.Refused(
          response.statusCode(),
          message.isBlank()
              ? "%s answered HTTP %d".formatted(server(), response.statusCode())
              : Shortened.to(SHOWN, message),
          body);
    } catch (IOException failed) {
      return new KubeAnswer.Unreachable(
          "the Kubernetes API %s cannot be reached: %s".formatted(server(), why(failed)));
    }
  }

  /** In plain words. */
  public static String why(IOException failed) {
    return failed instanceof java.net.http.HttpTimeoutException
        ? "no answer in time"
        : Failures.shown(failed);
  }

  private static JsonNode json(String body) {
    try {
      return WireFormat.JSON.readTree(body);
    } catch (JacksonException other) {
      return WireFormat.JSON.createObjectNode();
    }
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
