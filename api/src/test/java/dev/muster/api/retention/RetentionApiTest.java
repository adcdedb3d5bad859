package dev.muster.api.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.records.RecordsFixture;
import dev.muster.records.retention.HistoryStatus.Looking;
import dev.muster.records.retention.Removed;
import dev.muster.records.runs.NewRun;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class RetentionApiTest {

  private static final RunningApi API = RunningApi.start();

  private final Http http = API.http();

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aRuleOfAClusterBeginsWithWhatHeldForItAndCanBeTakenAway() {
    String cluster = API.cluster(1);
    http.patch("/v1/retention", "{\"runs\":\"P180D\",\"atLeast\":1000}");

    JsonNode rule =
        http.patch(
                "/v1/retention/clusters/" + cluster, "{\"runs\":\"forever\",\"audit\":\"P800D\"}")
            .json();

    assertThat(rule.path("cluster").asString()).isEqualTo(cluster);
    assertThat(rule.path("runs").asString()).isEqualTo("forever");
    assertThat(rule.path("atLeast").asInt()).isEqualTo(1000);
    assertThat(rule.path("audit").asString()).isEqualTo("PT19200H");
    JsonNode shown = http.get("/v1/retention").json();
    assertThat(shown.path("keepsAll").asBoolean(true)).isFalse();
    assertThat(shown.at("/rules/0/runs").asString()).isEqualTo("PT4320H");
    assertThat(shown.at("/rules/0").has("cluster")).isFalse();
    assertThat(shown.path("rules").size()).isEqualTo(2);

    assertThat(http.delete("/v1/retention/clusters/" + cluster).status()).isEqualTo(204);
    assertThat(http.delete("/v1/retention").status()).isEqualTo(204);
    assertThat(http.delete("/v1/retention").status()).isEqualTo(204);
    JsonNode after = http.get("/v1/retention").json();
    assertThat(after.path("keepsAll").asBoolean(false)).isTrue();
    assertThat(after.path("rules").isEmpty()).isTrue();
    assertThat(http.get("/v1/audit?cluster=" + cluster).json().toString())
        .contains("retention.set", "retention.unset");
  }

  @Test
  void whatMakesNoSenseIsRefusedWithTheField() {
    Http.Answer short0 = http.patch("/v1/retention", "{\"runs\":\"PT0S\"}");
    assertThat(short0.problem()).isEqualTo("bad-request");
    assertThat(short0.detail()).contains("expected: PT1S to PT876000H");
    assertThat(http.patch("/v1/retention", "{\"runs\":\"180\"}").detail()).contains("forever");
    assertThat(http.patch("/v1/retention", "{\"atLeast\":-1}").detail())
        .contains("atLeast: -1 (expected: 0 to 1000000)");
    assertThat(http.patch("/v1/retention", "{\"run\":\"P1D\"}").status()).isEqualTo(400);
    assertThat(http.patch("/v1/retention/clusters/never", "{}").problem()).isEqualTo("not-found");
    assertThat(http.delete("/v1/retention/clusters/never").problem()).isEqualTo("not-found");
  }

  @Test
  void theAuditOfARunThatIsGoneIsFoundByItsWholeId() {
    RecordsFixture cluster = RecordsFixture.cluster(API.records(), "outlived", 1);
    NewRun run = cluster.started(cluster.run(RecordsFixture.nodes(1)));
    API.database().sql("delete from runs where id = '%s'".formatted(run.id()));

    JsonNode entries = http.get("/v1/audit?run=" + run.id()).json().path("items");

    assertThat(entries.size()).isEqualTo(1);
    assertThat(entries.path(0).path("what").asString()).isEqualTo("run.start");
    assertThat(http.get("/v1/audit?run=" + run.id().toString().substring(0, 8)).problem())
        .isEqualTo("not-found");
  }

  @Test
  void howMuchThereIsAndWhatWasRemovedIsShown() {
    API.cluster(1);
    API.records()
        .historyStatus()
        .looked(
            new Looking("7@host", Optional.of("/export"), Instant.parse("2026-11-22T04:00:00Z")),
            new Removed(3, 60, 2),
            new Removed(3, 60, 2),
            Optional.of("the export folder cannot be written"));

    JsonNode shown = http.get("/v1/retention").json();

    assertThat(shown.path("tables").valueStream().map(one -> one.path("table").asString()))
        .containsExactly(
            "action_log_chunks", "action_transitions", "actions", "audit", "cycle_reports", "runs");
    JsonNode audit = shown.at("/tables/3");
    assertThat(audit.path("rows").asLong()).isPositive();
    assertThat(audit.path("bytes").asLong()).isPositive();
    assertThat(audit.path("oldest").asString()).endsWith("Z");
    JsonNode removal = shown.path("removal");
    assertThat(removal.at("/last/actions").asInt()).isEqualTo(60);
    assertThat(removal.at("/inAll/runs").asInt()).isEqualTo(3);
    assertThat(removal.path("export").asString()).isEqualTo("/export");
    assertThat(removal.path("halted").asString()).contains("cannot be written");
    assertThat(removal.path("haltedSince").asString()).isEqualTo("2026-11-22T04:00:00Z");
  }
}
