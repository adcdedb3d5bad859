package dev.muster.api.discoveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.SourceReading;
import dev.muster.domain.discovery.WantedNode;
import dev.muster.records.RecordsFixture;
import dev.muster.records.discoveries.DiscoveryKey;
import dev.muster.records.discoveries.DiscoveryRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class DiscoveryApiTest {

  private static final RunningApi API = RunningApi.start();
  private static final String HOSTS =
      "{\"name\":\"hosts\",\"kind\":\"file\",\"location\":\"/etc/hosts.yaml\"}";

  private final Http http = API.http();

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aDiscoveryIsMadeOnceChangedAndRemoved() {
    String path = "/v1/clusters/" + API.cluster(0) + "/discoveries";

    assertThat(http.post(path, HOSTS).status()).isEqualTo(201);
    assertThat(http.post(path, HOSTS).status()).isEqualTo(200);
    assertThat(http.post(path, HOSTS.replace("hosts.yaml", "other.yaml")).status()).isEqualTo(409);
    JsonNode shown = http.get(path + "/hosts").json();
    assertThat(shown.path("interval").asString()).isEqualTo("PT1M");
    assertThat(shown.path("mayVanish").asString()).isEqualTo("50%");
    assertThat(shown.path("nodes").asInt()).isZero();
    assertThat(shown.has("readAt")).isFalse();

    JsonNode changed =
        http.patch(
                path + "/hosts",
                "{\"mayVanish\":\"3\",\"removeAfter\":\"P7D\",\"address\":\"https://{host}:1\"}")
            .json();
    assertThat(changed.path("mayVanish").asString()).isEqualTo("3");
    assertThat(changed.path("removeAfter").asString()).isEqualTo("PT168H");
    assertThat(changed.path("location").asString()).isEqualTo("/etc/hosts.yaml");
    assertThat(
            http.patch(path + "/hosts", "{\"removeAfter\":\"forever\"}").json().has("removeAfter"))
        .isFalse();

    assertThat(http.delete(path + "/hosts").status()).isEqualTo(204);
    assertThat(http.delete(path + "/hosts").status()).isEqualTo(404);
    assertThat(http.get(path).json().path("items").isEmpty()).isTrue();
    assertThat(http.get("/v1/audit?limit=10").json().toString())
        .contains("discovery.create", "discovery.change", "discovery.remove");
  }

  @Test
  void whatDoesNotFitIsRefusedWithTheField() {
    String path = "/v1/clusters/" + API.cluster(0) + "/discoveries";

    assertThat(http.post(path, HOSTS.replace("/etc", "etc")).detail()).contains("absolute path");
    assertThat(http.post(path, HOSTS.replace("file", "http")).detail()).contains("no URL");
    assertThat(http.post(path, HOSTS.replace("file", "ftp")).status()).isEqualTo(400);
    assertThat(http.post(path, HOSTS.replace("}", ",\"interval\":\"PT0S\"}")).detail())
        .contains("interval");
    assertThat(http.post(path, HOSTS.replace("}", ",\"mayVanish\":\"101%\"}")).status())
        .isEqualTo(400);
    assertThat(http.post(path, HOSTS.replace("}", ",\"address\":\"http://h:1\"}")).status())
        .isEqualTo(400);
    assertThat(http.post("/v1/clusters/never/discoveries", HOSTS).status()).isEqualTo(404);
  }

  @Test
  void aPersonMayNotChangeWhatADiscoverySaysAndMayConfirmWhatItHolds() {
    String cluster = API.cluster(0);
    String path = "/v1/clusters/" + cluster + "/discoveries";
    http.post(path, HOSTS);
    take(cluster, "a", "b");

    Http.Answer changed =
        http.post("/v1/clusters/" + cluster + "/nodes", "{\"id\":\"a\",\"agent\":\"http://x:1\"}");
    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.detail()).contains("of discovery hosts");
    assertThat(http.delete("/v1/clusters/" + cluster + "/nodes/a").status()).isEqualTo(409);
    assertThat(http.get("/v1/clusters/" + cluster + "/nodes/a").json().path("discovery").asString())
        .isEqualTo("hosts");

    take(cluster);
    JsonNode held = http.get(path + "/hosts").json().path("held");
    assertThat(held.path("vanishing").asInt()).isEqualTo(2);
    assertThat(http.post(path + "/hosts/confirm", "{\"key\":\"other\"}").status()).isEqualTo(409);
    JsonNode confirmed =
        http.post(
                path + "/hosts/confirm", "{\"key\":\"%s\"}".formatted(held.path("key").asString()))
            .json();
    assertThat(confirmed.path("held").path("confirmed").asBoolean(false)).isTrue();

    take(cluster);
    JsonNode node = http.get("/v1/clusters/" + cluster + "/nodes/a").json();
    assertThat(node.path("status").asString()).isEqualTo("VANISHED");
    assertThat(node.has("vanishedAt")).isTrue();
  }

  private static void take(String cluster, String... nodes) {
    DiscoveryKey key = new DiscoveryKey(new ClusterName(cluster), new DiscoveryName("hosts"));
    DiscoveryRecord discovery = API.records().discoveries().find(key).orElseThrow();
    List<WantedNode> wanted =
        Stream.of(nodes)
            .map(id ->
                new WantedNode(
                    new NodeId(id),
                    new AgentAddress("http://" + id + ":8234"),
                    Optional.empty(),
                    Map.of()))
            .toList();
    API.records()
        .discoveryReadings()
        .take(discovery, new SourceReading.Named(wanted, List.of()), RecordsFixture.after(1));
  }
}
