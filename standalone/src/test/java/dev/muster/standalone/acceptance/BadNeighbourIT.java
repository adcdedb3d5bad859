package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What one bad node, or one bad request, does to the rest: nothing. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class BadNeighbourIT {

  private final TestedEngine engine;

  BadNeighbourIT(TestedEngine engine) {
    this.engine = engine;
  }

  @Test
  void aNodeThatAnswersGarbageIsNamedAndStopsNobodyElse(@TempDir Path folder) throws Exception {
    HttpServer garbage =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    garbage.createContext(
        "/",
        exchange -> {
          byte[] body = "<html>this is no agent</html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    garbage.start();
    try (Installation muster = new Installation(engine, folder)) {
      muster.addCluster("prod");
      muster.addNode("prod", "bad", "http://127.0.0.1:" + garbage.getAddress().getPort());
      muster.addAgent("prod", "good");
      muster.apply(
          """
          apiVersion: muster/v1
          kind: Playbook
          metadata: {name: ping}
          stages:
            - {name: all, targets: {nodes: [good]}, steps: [{name: ping, action: test.success}]}
          """);
      JsonNode ended = muster.awaitEnd(muster.startRun("prod", "ping"));
      assertThat(Json.text(ended, "state")).isEqualTo("Completed");
      JsonNode bad =
          Awaitility.await()
              .atMost(Duration.ofMinutes(1))
              .until(
                  () -> muster.api().get(ApiPath.of("clusters", "prod", "nodes", "bad")).json(),
                  node -> node.has("lastError"));
      assertThat(Json.text(bad, "status")).isEqualTo("UNREACHABLE");
      assertThat(Json.text(bad, "lastError")).isNotBlank().doesNotContain("Exception");
    } finally {
      garbage.stop(0);
    }
  }

  @Test
  void aHundredMegabytesAreRefusedAndTheNextRequestIsAnswered(@TempDir Path folder)
      throws Exception {
    try (Installation muster = new Installation(engine, folder);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest huge =
          HttpRequest.newBuilder(URI.create(muster.url() + "/v1/playbooks"))
              .header("Content-Type", "application/yaml")
              .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[100 << 20]))
              .build();
      HttpResponse<String> refused = client.send(huge, HttpResponse.BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("urn:muster:problem:too-large");
      assertThat(muster.api().get(ApiPath.of("clusters")).json().path("items").isEmpty()).isTrue();
    }
  }
}
