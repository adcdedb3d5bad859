package dev.muster.api.info;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.records.RecordsFixture;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class InfoTest {

  private final Http http = RunningApi.shared().http();

  @Test
  void theProcessSaysWhatItIsWithoutCredentials() {
    JsonNode info = http.get("/v1/info").json();

    assertThat(info.path("version").asString()).isNotEmpty();
    assertThat(info.at("/temporal/address").asString()).isEqualTo(FakeEngine.address());
    assertThat(info.at("/temporal/namespace").asString()).isEqualTo("default");
    assertThat(info.at("/temporal/tls").asBoolean()).isFalse();
    assertThat(info.at("/temporal/searchAttributes").asString()).isEqualTo("unsupported");
    assertThat(info.at("/temporal/runs").asString()).isEqualTo("moves runs");
    assertThat(info.path("database").asString()).startsWith("postgresql://").doesNotContain("user");
    assertThat(info.path("startedAt").asString()).endsWith("Z");
  }

  @Test
  void healthNamesDatabaseAndEngine() {
    assertThat(http.get("/actuator/health/liveness").json().path("status").asString())
        .isEqualTo("UP");
    JsonNode ready = http.get("/actuator/health/readiness").json();
    assertThat(ready.at("/components/db/status").asString()).isEqualTo("UP");
    assertThat(ready.at("/components/engine/status").asString()).isEqualTo("UP");
  }

  @Test
  void aClusterWhoseLoopNobodyMovesIsNamedByReadinessAndByItself() {
    RecordsFixture.cluster(RunningApi.shared().records(), "unmoved", 0);

    Http.Answer readiness = http.get("/actuator/health/readiness");
    JsonNode loops = readiness.json().at("/components/loops");

    assertThat(readiness.status()).isEqualTo(200);
    assertThat(readiness.json().path("status").asString()).isEqualTo("DEGRADED");
    assertThat(loops.path("details").path("cluster unmoved").asString())
        .startsWith("stands still since 2026-11-21T10:00:00Z: its next cycle is overdue");
    assertThat(http.get("/v1/clusters/unmoved").json().path("stall").asString())
        .startsWith("cluster unmoved stands still since");
  }

  @Test
  void prometheusGetsRequestsAndFollowedRuns() {
    http.get("/v1/clusters");
    http.post("/v1/clusters", "{\"name\":\"nudged-for-metrics\"}");
    assertThat(http.post("/v1/clusters/nudged-for-metrics/nudge", "{}").status()).isEqualTo(202);
    // Temporal's client reports its metrics every few seconds.
    String metrics =
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> http.get("/actuator/prometheus").text(),
                text -> text.contains("temporal_request_total"));

    assertThat(metrics)
        .contains("http_server_requests_seconds_count", "uri=\"/v1/clusters\"")
        .contains("muster_runs_followed", "jvm_memory_used_bytes");
  }

  @Test
  void nothingElseOfTheProcessIsShown() {
    for (String endpoint : new String[] {"env", "configprops", "heapdump", "beans", "loggers"}) {
      assertThat(http.get("/actuator/" + endpoint).problem()).isEqualTo("not-found");
    }
  }
}
