package dev.muster.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class OpenApiTest {

  /** Of docs/api.md: {@code GET /v1/runs/{id}}, {@code GET …/nodes/{n}}, {@code /reject}. */
  private static final Pattern REQUEST =
      Pattern.compile("`(?:(GET|POST|PATCH|DELETE) )?((?:/v1|…)?/[^ `?]*)");

  private final Http http = RunningApi.shared().http();

  @Test
  void theDocumentHasExactlyTheOperationsOfTheContract() throws IOException {
    JsonNode paths = http.get("/v3/api-docs").json().path("paths");
    SortedSet<String> operations = new TreeSet<>();
    paths
        .propertyStream()
        .forEach(path ->
            path.getValue()
                .propertyNames()
                .forEach(method ->
                    operations.add(method.toUpperCase(Locale.ROOT) + " " + plain(path.getKey()))));

    assertThat(operations).isEqualTo(documented());
  }

  @Test
  void everyOperationIsDescribed() {
    JsonNode document = http.get("/v3/api-docs").json();

    document
        .path("paths")
        .forEach(path ->
            path.forEach(operation -> {
              assertThat(operation.path("summary").asString("")).isNotEmpty();
              assertThat(operation.path("tags")).isNotEmpty();
              assertThat(operation.path("responses").has("default")).isTrue();
            }));
    JsonNode action = document.at("/components/schemas/ActionJson/properties");
    assertThat(action.has("wait")).isTrue();
    assertThat(action.path("id").path("type").asString()).isEqualTo("string");
    assertThat(action.path("timeout").path("type").asString()).isEqualTo("string");
  }

  @Test
  void everyBodyHasAnExampleThatTheApiTakes() {
    JsonNode paths = http.get("/v3/api-docs").json().path("paths");
    String cluster = RunningApi.shared().cluster(2);
    int bodies = 0;
    for (var path : paths.properties()) {
      for (var operation : path.getValue().properties()) {
        JsonNode content = operation.getValue().path("requestBody").path("content");
        for (var type : content.properties()) {
          JsonNode example = type.getValue().path("example");
          assertThat(example.isMissingNode())
              .as(operation.getValue().path("operationId").asString())
              .isFalse();
          Http.Answer answer =
              send(operation.getKey(), filled(path.getKey(), cluster), type.getKey(), example);
          assertThat(answer.problem())
              .as(path.getKey() + answer.text())
              .isIn("", "not-found", "conflict");
          bodies++;
        }
      }
    }
    assertThat(bodies).isGreaterThanOrEqualTo(17);
  }

  private Http.Answer send(String method, String path, String type, JsonNode example) {
    String body = example.isString() ? example.asString() : example.toString();
    return http.send(
        http.request(path)
            .header("Content-Type", type)
            .method(method.toUpperCase(Locale.ROOT), Http.text(body)));
  }

  /** Runs and actions are looked up after the body was read: none is needed. */
  private static String filled(String path, String cluster) {
    return path.replace("{cluster}", cluster)
        .replace("{node}", "node-1")
        .replace("{id}", UUID.randomUUID().toString());
  }

  @Test
  void thePageToBrowseItIsThere() {
    Http.Answer page = http.get("/swagger-ui.html");
    assertThat(page.status()).isEqualTo(302);
    assertThat(http.get("/swagger-ui/index.html").text()).contains("swagger-ui");
    assertThat(http.get("/v3/api-docs/swagger-config").status()).isEqualTo(200);
  }

  private static SortedSet<String> documented() throws IOException {
    SortedSet<String> operations = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "api.md"))) {
      if (!line.startsWith("| `GET") && !line.startsWith("| `POST")) {
        continue;
      }
      String method = "";
      String whole = "";
      String parent = "";
      for (MatchResult match : REQUEST.matcher(line.split(" \\| ", 2)[0]).results().toList()) {
        String path = match.group(2);
        method = match.group(1) == null ? method : match.group(1);
        if (path.startsWith("/v1")) {
          whole = path;
          parent = parentOf(path);
        } else if (path.startsWith("…")) {
          whole = whole.substring(0, whole.indexOf("/nodes")) + path.substring(1);
        } else {
          whole = parent + path;
        }
        operations.add(method + " " + plain(whole));
      }
    }
    return operations;
  }

  private static String parentOf(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  private static String plain(String path) {
    return path.replaceAll("\\{[^}]*}", "{}");
  }
}
