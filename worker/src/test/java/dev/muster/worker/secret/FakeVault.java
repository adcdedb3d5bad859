package dev.muster.worker.secret;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;

/**
 * A server that answers as Vault's documentation says of KV version 2 and AppRole. Its one secret
 * is {@code prod/db} with {@code password} and {@code port}; {@code prod/old} was deleted.
 */
final class FakeVault implements AutoCloseable {

  static final String VALUE = "from-the-vault-4711";

  private final HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();
  private volatile Optional<Integer> failing = Optional.empty();
  private volatile String secretId = "secret-id-1";
  private final AtomicInteger logIns = new AtomicInteger();

  FakeVault() {
    this(HttpServer::create);
  }

  private FakeVault(Maker maker) {
    try {
      server = maker.make(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  /** With the key of a PKCS #12 store. */
  static FakeVault overTls(Path store, String password)
      throws IOException, GeneralSecurityException {
    KeyStore key = KeyStore.getInstance(store.toFile(), password.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(key, password.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return new FakeVault((address, backlog) -> {
      HttpsServer server = HttpsServer.create(address, backlog);
      server.setHttpsConfigurator(new HttpsConfigurator(context));
      return server;
    });
  }

  private interface Maker {
    HttpServer make(InetSocketAddress address, int backlog) throws IOException;
  }

  String address() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return "%s://127.0.0.1:%d".formatted(scheme, server.getAddress().getPort());
  }

  /** Lets this token read. */
  void accept(String token) {
    tokens.add(token);
  }

  /** As when every token was revoked. */
  void revokeAll() {
    tokens.clear();
  }

  void secretId(String now) {
    secretId = now;
  }

  /** From now on every answer is this. */
  void fail(int status) {
    failing = Optional.of(status);
  }

  void recover() {
    failing = Optional.empty();
  }

  /** Method, path and namespace of what was asked. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(
        "%s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                path,
                exchange.getRequestHeaders().getFirst("X-Vault-Namespace")));
    JsonNode body = body(exchange);
    boolean asked = "true".equals(exchange.getRequestHeaders().getFirst("X-Vault-Request"));
    if (failing.isPresent() || !asked) {
      answer(exchange, failing.orElse(400), "{\"errors\": [\"Vault is sealed " + VALUE + "\"]}");
    } else if (path.equals("/v1/auth/approle/login")) {
      logIn(exchange, body);
    } else if (!tokens.contains(
        String.valueOf(exchange.getRequestHeaders().getFirst("X-Vault-Token")))) {
      answer(exchange, 403, "{\"errors\": [\"permission denied\"]}");
    } else {
      secret(exchange, path);
    }
  }

  private static JsonNode body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    return bytes.length == 0 ? WireFormat.JSON.createObjectNode() : WireFormat.JSON.readTree(bytes);
  }

  private void logIn(HttpExchange exchange, JsonNode body) throws IOException {
    boolean right =
        body.path("role_id").asString("").equals("role-1")
            && body.path("secret_id").asString("").equals(secretId);
    if (!right) {
      answer(exchange, 400, "{\"errors\": [\"invalid role or secret ID\"]}");
      return;
    }
    String token = "hvs.role-token-" + logIns.incrementAndGet();
    accept(token);
    answer(
        exchange,
        200,
        """
        {"request_id": "1", "lease_id": "", "renewable": false, "lease_duration": 0, "data": null,
         "auth": {"client_token": "%s", "accessor": "a", "policies": ["default"],
          "lease_duration": 1200, "renewable": true, "token_type": "service"}}
        """
            .formatted(token));
  }

  private static void secret(HttpExchange exchange, String path) throws IOException {
    switch (path) {
      case "/v1/secret/data/prod/db" ->
          answer(
              exchange,
              200,
              """
              {"request_id": "1", "lease_id": "", "renewable": false, "lease_duration": 0,
               "data": {"data": {"password": "%s", "port": 5432, "nested": {"a": "b"}},
                "metadata": {"created_time": "2026-01-31T12:00:00Z", "custom_metadata": null,
                 "deletion_time": "", "destroyed": false, "version": 2}}}
              """
                  .formatted(VALUE));
      case "/v1/secret/data/prod/old" ->
          answer(
              exchange,
              404,
              """
              {"data": {"data": null, "metadata": {"deletion_time": "2026-01-31T12:00:00Z",
               "destroyed": false, "version": 1}}}
              """);
      case "/v1/secret/data/prod/page" -> answer(exchange, 200, "<html>" + VALUE);
      default -> answer(exchange, 404, "{\"errors\": []}");
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
