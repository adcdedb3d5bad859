package dev.muster.api.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ClustersTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void aNewClusterHasDefaultSettingsAndTheSameAgainIsHarmless() {
    String name = name();
    Http.Answer made =
        http.postAs(
            "ada",
            "/v1/clusters",
            "{\"name\":\"%s\",\"labels\":{\"env\":\"prod\"}}".formatted(name));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.whole().headers().firstValue("Location")).hasValue("/v1/clusters/" + name);
    JsonNode cluster = made.json();
    assertThat(cluster.path("settings").path("idleInterval").asString()).isEqualTo("PT1M");
    assertThat(cluster.path("settings").has("maxNodesInWork")).isFalse();
    assertThat(cluster.path("labels").path("env").asString()).isEqualTo("prod");
    assertThat(cluster.path("createdBy").asString()).isEqualTo("ada");
    assertThat(cluster.path("nodes").asInt()).isZero();

    assertThat(http.post("/v1/clusters", "{\"name\":\"%s\"}".formatted(name)).status())
        .isEqualTo(200);
    Http.Answer other =
        http.post(
            "/v1/clusters", "{\"name\":\"%s\",\"labels\":{\"env\":\"test\"}}".formatted(name));
    assertThat(other.problem()).isEqualTo("conflict");
  }

  @Test
  void settingsChangeOneByOneAndNullRemovesALimit() {
    String name = api.cluster(0);
    String path = "/v1/clusters/" + name;

    JsonNode limited =
        http.patch(path, "{\"settings\":{\"maxNodesInWork\":3,\"busyInterval\":\"PT2S\"}}").json();
    assertThat(limited.path("settings").path("maxNodesInWork").asInt()).isEqualTo(3);
    assertThat(limited.path("settings").path("busyInterval").asString()).isEqualTo("PT2S");
    assertThat(limited.path("settings").path("idleInterval").asString()).isEqualTo("PT1M");

    JsonNode free = http.patch(path, "{\"settings\":{\"maxNodesInWork\":null}}").json();
    assertThat(free.path("settings").has("maxNodesInWork")).isFalse();
    assertThat(free.path("settings").path("busyInterval").asString()).isEqualTo("PT2S");
  }

  @Test
  void settingsThatMakeNoSenseAreRefusedWithTheField() {
    String path = "/v1/clusters/" + api.cluster(0);

    Http.Answer zero = http.patch(path, "{\"settings\":{\"agentQueue\":0}}");
    assertThat(zero.problem()).isEqualTo("bad-request");
    assertThat(zero.detail()).contains("agentQueue: 0 (expected: 1 to 1000)");

    Http.Answer unknown = http.patch(path, "{\"settings\":{\"agentQeue\":1}}");
    assertThat(unknown.detail()).contains("/settings/agentQeue", "unknown field", "agentQueue");

    Http.Answer word = http.patch(path, "{\"settings\":{\"idleInterval\":\"soon\"}}");
    assertThat(word.detail()).contains("/settings/idleInterval", "a duration, such as PT30S");

    Http.Answer large = http.patch(path, "{\"settings\":{\"agentQueue\":9999999999}}");
    assertThat(large.detail()).startsWith("/settings/agentQueue: too large");

    Http.Answer long99 = http.patch(path, "{\"settings\":{\"idleInterval\":\"P999999D\"}}");
    assertThat(long99.problem()).isEqualTo("bad-request");
    assertThat(long99.detail()).contains("idleInterval: PT23999976H (expected: PT0.1S to PT24H)");

    Http.Answer bare = http.patch(path, "{\"settings\":{\"idleInterval\":60}}");
    assertThat(bare.detail()).contains("/settings/idleInterval", "a duration, such as PT30S");
  }

  @Test
  void labelsMergeAndNullRemovesOne() {
    String path = "/v1/clusters/" + api.cluster(0);
    http.patch(path, "{\"labels\":{\"env\":\"prod\",\"team\":\"db\"}}");

    JsonNode labels = http.patch(path, "{\"labels\":{\"env\":null}}").json().path("labels");

    assertThat(labels.toString()).isEqualTo("{\"team\":\"db\"}");
    assertThat(http.patch(path, "{\"labels\":{\"a b\":\"x\"}}").detail()).contains("key 'a b'");
    assertThat(http.patch(path, "{\"labels\":{\"a\":1}}").problem()).isEqualTo("bad-request");
  }

  @Test
  void ofPatchesAtTheSameMomentNoneIsLost() {
    String path = "/v1/clusters/" + api.cluster(0);

    IntStream.range(0, 24)
        .parallel()
        .forEach(i -> http.patch(path, "{\"labels\":{\"l%d\":\"yes\"}}".formatted(i)));

    assertThat(http.get(path).json().path("labels").size()).isEqualTo(24);
  }

  @Test
  void namesAreRfc1123Labels() {
    Http.Answer bad = http.post("/v1/clusters", "{\"name\":\"No_Good\"}");

    assertThat(bad.problem()).isEqualTo("bad-request");
    assertThat(bad.detail()).contains("/name", "No_Good", "lower-case");
    assertThat(http.get("/v1/clusters/No_Good").problem()).isEqualTo("not-found");
  }

  @Test
  void aClusterGoesUnlessItIsInUse() {
    String name = api.cluster(1);
    http.post("/v1/clusters/" + name + "/nodes/node-1/actions", "{\"kind\":\"test.success\"}");

    Http.Answer refused = http.delete("/v1/clusters/" + name);
    assertThat(refused.problem()).isEqualTo("conflict");
    assertThat(refused.detail()).contains("unfinished actions: 1");

    String free = api.cluster(2);
    assertThat(http.delete("/v1/clusters/" + free).status()).isEqualTo(204);
    assertThat(http.delete("/v1/clusters/" + free).problem()).isEqualTo("not-found");
  }

  @Test
  void aNudgeReachesTheOrchestration() {
    String name = api.cluster(0);
    FakeEngine.awaitHeard("orchestration/" + name + " Nudge[nodes=[], by=anonymous]");

    Http.Answer answer =
        http.postAs("ada", "/v1/clusters/" + name + "/nudge", "{\"nodes\":[\"node-2\"]}");

    assertThat(answer.status()).isEqualTo(202);
    FakeEngine.awaitHeard("orchestration/" + name + " Nudge[nodes=[node-2], by=ada]");
    assertThat(http.post("/v1/clusters/" + name + "/nudge").status()).isEqualTo(202);
    assertThat(http.post("/v1/clusters/none-such/nudge").problem()).isEqualTo("not-found");
  }

  @Test
  void cycleReportsOfAClusterThatDoesNotExistAreNotFound() {
    assertThat(http.get("/v1/clusters/none-such/cycles").problem()).isEqualTo("not-found");
    assertThat(http.get("/v1/clusters/" + api.cluster(0) + "/cycles").json().path("items"))
        .isEmpty();
  }

  private static String name() {
    return "n-" + UUID.randomUUID().toString().substring(0, 8);
  }
}
