package dev.muster.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A Kubernetes API with nodes, pods and evictions, over HTTP and nothing behind it. */
final class KubeStub implements AutoCloseable {

  static final String TOKEN = "a-token-of-the-cluster";

  private static final Pattern EVICTION =
      Pattern.compile("/api/v1/namespaces/default/pods/([^/]+)/eviction");

  private final HttpServer server;
  private final Map<String, ObjectNode> nodes = new TreeMap<>();
  private final Map<String, ObjectNode> pods = new TreeMap<>();
  private final Map<String, String> budgets = new TreeMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> lingering = new CopyOnWriteArrayList<>();
  private Predicate<String> away = request -> false;

  private KubeStub(HttpServer server) {
    this.server = server;
  }

  static KubeStub start() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    KubeStub stub = new KubeStub(http);
    http.createContext("/", stub::answer);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.start();
    return stub;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** For an agent that is to call it. */
  Path kubeconfig(Path folder) throws IOException {
    return KubeconfigText.write(
        folder, "server: http://127.0.0.1:%d".formatted(port()), "token: " + TOKEN);
  }

  synchronized KubeStub node(String name) {
    ObjectNode node = object(name);
    node.putObject("spec");
    nodes.put(name, node);
    return ready(name, "True");
  }

  synchronized KubeStub ready(String name, String status) {
    there(nodes, name)
        .putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", status)
        .put("message", "the kubelet says so");
    return this;
  }

  synchronized void withoutConditions(String name) {
    there(nodes, name).remove("status");
  }

  synchronized KubeStub cordonedBySomebody(String name) {
    there(nodes, name).withObject("spec").put("unschedulable", true);
    return this;
  }

  /** One of a ReplicaSet, on n1. */
  KubeStub pod(String name) {
    return pod(name, "ReplicaSet");
  }

  synchronized KubeStub pod(String name, String controller) {
    ObjectNode pod = object(name);
    ObjectNode metadata = (ObjectNode) pod.get("metadata");
    metadata.put("namespace", "default").put("uid", UUID.randomUUID().toString());
    if (!controller.isEmpty()) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("kind", controller)
          .put("controller", true);
    }
    pod.putObject("spec").put("nodeName", "n1");
    pod.putObject("status").put("phase", "Running");
    pods.put(name, pod);
    return this;
  }

  synchronized KubeStub mirror(String name) {
    pod(name, "Node");
    metadata(name).putObject("annotations").put("kubernetes.io/config.mirror", "x");
    return this;
  }

  /** Its budget allows no eviction. */
  synchronized KubeStub held(String pod) {
    budgets.put(pod, "The disruption budget web needs 1 healthy pods and has 1 currently");
    return this;
  }

  synchronized void released(String pod) {
    budgets.remove(pod);
  }

  /** It goes slowly. */
  KubeStub lingers(String pod) {
    lingering.add(pod);
    return this;
  }

  synchronized void gone(String pod) {
    pods.remove(pod);
  }

  /** Requests with this text in their method, path or body are answered with 503. */
  synchronized void awayFor(String text) {
    away = request -> request.contains(text);
  }

  synchronized void back() {
    away = request -> false;
  }

  synchronized boolean isCordoned(String node) {
    return there(nodes, node).path("spec").path("unschedulable").asBoolean(false);
  }

  synchronized boolean isAnnotated(String node) {
    return there(nodes, node).path("metadata").path("annotations").has("muster.dev/cordoned-by");
  }

  synchronized List<String> pods() {
    return List.copyOf(pods.keySet());
  }

  List<String> requests() {
    return requests;
  }

  long evictions(String pod) {
    return requests.stream().filter(one -> one.contains("/pods/" + pod + "/eviction")).count();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String request =
        "%s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body);
    requests.add(request);
    String authorization =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
    boolean known = authorization.equals("Bearer " + TOKEN);
    Answer answer =
        known ? answer(exchange, request, body) : status(401, "Unauthorized", Optional.empty());
    byte[] bytes = answer.body().toString().getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.code(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private record Answer(int code, JsonNode body) {}

  private synchronized Answer answer(HttpExchange exchange, String request, String body) {
    if (away.test(request)) {
      return status(503, "the API is away", Optional.empty());
    }
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith("/api/v1/nodes/")) {
      return node(exchange, path.substring("/api/v1/nodes/".length()), body);
    }
    if (path.equals("/api/v1/pods")) {
      ObjectNode list = WireFormat.JSON.createObjectNode().put("kind", "PodList");
      boolean mine = "fieldSelector=spec.nodeName=n1".equals(exchange.getRequestURI().getQuery());
      list.putArray("items").addAll(mine ? pods.values() : List.<ObjectNode>of());
      return new Answer(200, list);
    }
    Matcher eviction = EVICTION.matcher(path);
    return eviction.matches() ? evict(eviction.group(1), body) : notFound(path);
  }

  private Answer node(HttpExchange exchange, String name, String body) {
    if (!nodes.containsKey(name)) {
      return notFound("nodes \"%s\"".formatted(name));
    }
    if (exchange.getRequestMethod().equals("PATCH")) {
      if (!"application/merge-patch+json"
          .equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
        return status(415, "unsupported patch", Optional.empty());
      }
      merge(there(nodes, name), WireFormat.JSON.readTree(body));
    }
    return new Answer(200, there(nodes, name).deepCopy());
  }

  private static void merge(ObjectNode into, JsonNode patch) {
    patch
        .properties()
        .forEach(entry -> {
          if (entry.getValue().isNull()) {
            into.remove(entry.getKey());
          } else if (entry.getValue().isObject()) {
            merge(into.withObject(entry.getKey()), entry.getValue());
          } else {
            into.set(entry.getKey(), entry.getValue());
          }
        });
  }

  private Answer evict(String pod, String body) {
    if (!pods.containsKey(pod)) {
      return notFound("pods \"%s\"".formatted(pod));
    }
    String uid =
        WireFormat.JSON
            .readTree(body)
            .path("deleteOptions")
            .path("preconditions")
            .path("uid")
            .asString("");
    if (!uid.equals(metadata(pod).path("uid").asString(""))) {
      return status(409, "the UID in the precondition does not match", Optional.empty());
    }
    if (budgets.containsKey(pod)) {
      return status(
          429,
          "Cannot evict pod as it would violate the pod's disruption budget.",
          Optional.of(budgets.get(pod)));
    }
    if (lingering.contains(pod)) {
      metadata(pod).put("deletionTimestamp", "2026-01-01T00:00:00Z");
    } else {
      pods.remove(pod);
    }
    return status(201, "", Optional.empty());
  }

  private ObjectNode metadata(String pod) {
    return there(pods, pod).withObject("metadata");
  }

  private static ObjectNode there(Map<String, ObjectNode> objects, String name) {
    return Optional.ofNullable(objects.get(name)).orElseThrow();
  }

  private static Answer notFound(String what) {
    return status(404, what + " not found", Optional.empty());
  }

  private static Answer status(int code, String message, Optional<String> cause) {
    ObjectNode status = WireFormat.JSON.createObjectNode().put("kind", "Status").put("code", code);
    status.put("message", message);
    cause.ifPresent(text ->
        status
            .putObject("details")
            .putArray("causes")
            .addObject()
            .put("reason", "DisruptionBudget")
            .put("message", text));
    return new Answer(code, status);
  }

  private static ObjectNode object(String name) {
    ObjectNode object = WireFormat.JSON.createObjectNode();
    object.putObject("metadata").put("name", name);
    return object;
  }
}
