package dev.muster.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A Muster that answers agents which join as the test says: 201 if it says nothing. */
final class JoinedMuster implements AutoCloseable {

  /** The join token. */
  static final String PROOF = AccessToken.random(new SecureRandom()::nextBytes).reveal();

  /** That Muster exchanges an agent's token for. */
  static final String NEXT = AccessToken.random(new SecureRandom()::nextBytes).reveal();

  private static final String JOINED =
      "{\"cluster\":\"prod\",\"node\":\"n1\",\"state\":\"accepted\"}";

  private final List<JoinRequest> asked = new CopyOnWriteArrayList<>();
  private final List<String> proofs = new CopyOnWriteArrayList<>();
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private final Path folder;
  private final HttpServer server;
  private volatile boolean isExchanging;

  JoinedMuster(Path folder) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/agents", this::answer);
    server.start();
    Files.writeString(proof(), PROOF + "\n");
  }

  private void answer(HttpExchange exchange) throws IOException {
    JoinRequest request =
        WireFormat.JSON.readValue(exchange.getRequestBody().readAllBytes(), JoinRequest.class);
    asked.add(request);
    proofs.add(exchange.getRequestHeaders().getFirst("Muster-Join-Token"));
    if (isExchanging) {
      exchange(request.address().value(), request.token());
    }
    int status = statuses.isEmpty() ? 201 : statuses.pop();
    String body =
        status < 300
            ? JOINED
            : "{\"type\":\"x\",\"title\":\"t\",\"status\":%d,\"detail\":\"why %d\"}"
                .formatted(status, status);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** What it answers next. */
  void answers(int status) {
    statuses.add(status);
  }

  /** From now on it exchanges an agent's token before it answers. */
  void exchanges() {
    isExchanging = true;
  }

  /** What agents asked, the first one first. */
  List<JoinRequest> asked() {
    return asked;
  }

  /** The join tokens that they had. */
  List<String> proofs() {
    return proofs;
  }

  /** The file with the join token. */
  Path proof() {
    return folder.resolve("join");
  }

  /** The agent's data. */
  Path data() {
    return folder.resolve("data");
  }

  /** An agent that will join. */
  Agent start(String listen, String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of("--node", "n1", "--listen", listen));
    line.addAll(List.of("--data", data().toString(), "--label", "rack=b4"));
    line.addAll(List.of("--join", "http://127.0.0.1:" + server.getAddress().getPort()));
    line.addAll(List.of("--join-token-file", proof().toString()));
    line.addAll(List.of(options));
    return Agent.start(AgentOptions.parse(line));
  }

  /** Has an agent accept {@link #NEXT}; the status of its answer. */
  static int exchange(String agent, String token) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(agent + "/v1/token"))
            .header("Authorization", "Bearer " + token)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"sha256\":\"%s\"}".formatted(Fingerprint.of(NEXT)))));
  }

  /** What an agent answers who has this token. */
  static int status(Agent agent, String token) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(agent.url() + "/v1/info"))
            .header("Authorization", "Bearer " + token));
  }

  private static int send(HttpRequest.Builder request) throws IOException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
