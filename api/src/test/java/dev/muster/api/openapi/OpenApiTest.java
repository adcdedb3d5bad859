package dev.muster.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.api.joining.NewJoinTokenRequest;
import dev.muster.api.joining.NodeCredentialsRequest;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.IsoDuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  private static final ClusterSettings LIMITED =
      new ClusterSettings(
          Duration.ofMinutes(1), Duration.ofSeconds(1), Optional.of(1), 1, Duration.ofMinutes(1));

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
            }));
    JsonNode action = document.at("/components/schemas/ActionJson/properties");
    assertThat(action.has("wait")).isTrue();
    assertThat(action.path("id").path("type").asString()).isEqualTo("string");
    assertThat(action.path("timeout").path("type").asString()).isEqualTo("string");
  }

  @Test
  void whatIsReferredToIsThere() {
    JsonNode document = http.get("/v3/api-docs").json();
    List<String> references = document.findValuesAsString("$ref");

    assertThat(references).hasSizeGreaterThan(100);
    assertThat(references)
        .allSatisfy(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
  }

  /** JSON Schema's {@code duration} has no {@code PT22H35S}, which is answered. */
  @Test
  void durationsAreNotSaidToBeThoseOfRfc3339() {
    JsonNode document = http.get("/v3/api-docs").json();

    assertThat(
            document.at("/components/schemas/DiscoveryJson/properties/interval/format").asString())
        .isEqualTo("iso8601-duration");
    assertThat(document.toString()).doesNotContain("\"format\":\"duration\"");
  }

  /** That these are the ones that are answered, {@link Http} looks at with each answer. */
  @Test
  void everyStatusHasItsBodyAndNoneIsLeftToAGuess() {
    JsonNode document = http.get("/v3/api-docs").json();

    document
        .path("paths")
        .forEach(path ->
            path.forEach(operation -> {
              JsonNode responses = operation.path("responses");
              assertThat(responses.has("default")).isFalse();
              assertThat(responses.propertyNames()).contains("400", "403", "406", "503");
              responses.properties().forEach(status -> hasItsBody(operation, status));
            }));
    assertThat(document.at("/components/schemas").propertyNames())
        .noneMatch(name -> name.startsWith("ResponseEntity") || name.startsWith("Creation"))
        .doesNotContain("HttpHeaders", "JsonNode")
        .contains("Problem");
    assertThat(document.at("/paths/~1v1~1clusters/post/responses/201/headers").has("Location"))
        .isTrue();
    assertThat(document.at("/paths/~1v1~1clusters~1{cluster}/delete/responses").propertyNames())
        .contains("204", "404", "409")
        .doesNotContain("200");
    assertThat(
            document.at("/paths/~1v1~1clusters~1{cluster}~1nudge/post/responses").propertyNames())
        .contains("202")
        .doesNotContain("200");
    assertThat(
            document
                .at("/paths/~1v1~1schemas~1playbook.json/get/responses/200/content")
                .at("/application~1json/schema/type")
                .asString())
        .isEqualTo("object");
  }

  private static void hasItsBody(JsonNode operation, Map.Entry<String, JsonNode> status) {
    String what = operation.path("operationId").asString() + " " + status.getKey();
    JsonNode content = status.getValue().path("content");
    if (status.getKey().equals("202") || status.getKey().equals("204")) {
      assertThat(content.isMissingNode()).as(what).isTrue();
      return;
    }
    assertThat(content.isEmpty()).as(what).isFalse();
    content.forEach(type -> assertThat(type.path("schema").isEmpty()).as(what).isFalse());
    if (status.getKey().compareTo("400") >= 0) {
      assertThat(content.at("/application~1problem+json/schema/$ref").asString())
          .as(what)
          .isEqualTo("#/components/schemas/Problem");
    }
  }

  @Test
  void theSchemasOfBodiesAreAsStrictAsTheApi() {
    JsonNode schemas = http.get("/v3/api-docs").json().at("/components/schemas");

    JsonNode cluster = schemas.path("NewClusterRequest");
    assertThat(cluster.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(cluster.path("required").toString()).isEqualTo("[\"name\"]");
    assertThat(cluster.at("/properties/name/pattern").asString()).isEqualTo(Label.LABEL);
    JsonNode settings = cluster.at("/properties/settings");
    assertThat(settings.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(settings.path("properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(WireFormat.JSON.valueToTree(LIMITED).propertyNames());
    assertThat(settings.at("/properties/agentQueue/maximum").asInt())
        .isEqualTo(ClusterSettings.AGENT_QUEUE.most());
    assertThat(settings.at("/properties/idleInterval/pattern").asString())
        .isEqualTo(IsoDuration.PATTERN);
    JsonNode joinToken = schemas.path("NewJoinTokenRequest").path("properties");
    assertThat(joinToken.at("/uses/maximum").asInt()).isEqualTo(NewJoinTokenRequest.USES.most());
    assertThat(joinToken.at("/labels/additionalProperties/type").asString()).isEqualTo("string");
    assertThat(schemas.at("/NodeCredentialsRequest/properties/token/pattern").asString())
        .isEqualTo(NodeCredentialsRequest.TOKEN);
    JsonNode action = schemas.path("NewActionRequest");
    assertThat(action.at("/properties/kind/pattern").asString()).isEqualTo(ActionKind.PATTERN);
    assertThat(action.at("/properties/approve/enum").toString()).isEqualTo("[\"required\",null]");
    assertThat(schemas.at("/Start/properties/ticket/maxLength").asInt()).isEqualTo(200);
    assertThat(schemas.at("/RunJson/required").toString())
        .contains("summary")
        .doesNotContain("stages");
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
              .isIn(
                  List.of("/v1/agents", "/v1/webhooks/{secret}/trigger").contains(path.getKey())
                      ? List.of("unauthenticated")
                      : List.of("", "not-found", "conflict"));
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
        .replace("{discovery}", "hosts")
        .replace("{policy}", "two-at-a-time")
        .replace("{schedule}", "nightly")
        .replace("{receiver}", "alarm")
        .replace("{secret}", "muster_x")
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
