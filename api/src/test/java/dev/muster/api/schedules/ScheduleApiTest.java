package dev.muster.api.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.records.requests.ScheduleStarts;
import dev.muster.records.schedules.ScheduleKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ScheduleApiTest {

  private static final RunningApi API = RunningApi.start();
  private static final String NIGHTLY =
      "{\"name\":\"nightly\",\"action\":{\"kind\":\"cluster.check\"},\"cron\":\"30 2 * * *\","
          + "\"timezone\":\"Europe/Berlin\"}";
  private static final String OFTEN =
      "{\"name\":\"often\",\"node\":\"node-0\",\"action\":{\"kind\":\"test.ping\"},\"every\":\"PT10M\"}";

  private final Http http = API.http();

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aScheduleIsMadeOnceDisabledEnabledAndDeleted() {
    String path = "/v1/clusters/" + API.cluster(0) + "/schedules";

    assertThat(http.post(path, NIGHTLY).status()).isEqualTo(201);
    assertThat(http.post(path, NIGHTLY).status()).isEqualTo(200);
    assertThat(http.post(path, NIGHTLY.replace("30 2", "30 3")).status()).isEqualTo(409);

    JsonNode shown = http.get(path + "/nightly").json();
    assertThat(shown.path("enabled").asBoolean()).isTrue();
    assertThat(shown.path("overlap").asString()).isEqualTo("skip");
    assertThat(shown.path("timezone").asString()).isEqualTo("Europe/Berlin");
    assertThat(Instant.parse(shown.path("next").asString())).isAfter(Instant.now());
    assertThat(shown.path("started").asLong()).isZero();
    assertThat(shown.has("last")).isFalse();

    JsonNode disabled = http.post(path + "/nightly/disable").json();
    assertThat(disabled.path("enabled").asBoolean()).isFalse();
    assertThat(disabled.has("next")).isFalse();
    assertThat(http.post(path + "/nightly/disable").status()).isEqualTo(200);
    assertThat(http.post(path + "/nightly/enable").json().path("next").asString()).isNotBlank();

    assertThat(http.delete(path + "/nightly").status()).isEqualTo(204);
    assertThat(http.delete(path + "/nightly").status()).isEqualTo(404);
    assertThat(http.post(path + "/nightly/enable").status()).isEqualTo(404);
    assertThat(http.get(path).json().path("items").isEmpty()).isTrue();
    assertThat(http.get("/v1/audit?limit=10").json().toString())
        .contains("schedule.create", "schedule.disable", "schedule.enable", "schedule.delete");
  }

  @Test
  void theActionThatItStartedIsShownWithWhatBecameOfTheDueTime() {
    String cluster = API.cluster(1);
    String path = "/v1/clusters/" + cluster + "/schedules";
    String node =
        http.get("/v1/clusters/" + cluster + "/nodes")
            .json()
            .path("items")
            .path(0)
            .path("id")
            .asString();
    http.post(path, OFTEN.replace("node-0", node));

    new ScheduleStarts(API.records())
        .start(
            new ScheduleKey(new ClusterName(cluster), new ScheduleName("often")),
            Instant.now().plus(Duration.ofMinutes(11)));

    JsonNode shown = http.get(path + "/often").json();
    assertThat(shown.path("started").asLong()).isEqualTo(1);
    assertThat(shown.path("last").path("result").asString()).isEqualTo("STARTED");
    JsonNode action = http.get("/v1/actions/" + shown.path("lastAction").asString()).json();
    assertThat(action.path("origin").asString()).isEqualTo("schedule");
    assertThat(action.path("transitions").path(0).path("by").asString())
        .isEqualTo("schedule:often");
  }

  @Test
  void whatCouldNeverStartIsRefusedWithTheField() {
    String path = "/v1/clusters/" + API.cluster(0) + "/schedules";

    assertThat(http.post(path, NIGHTLY.replace("30 2", "61 2")).detail()).contains("minute");
    assertThat(http.post(path, NIGHTLY.replace("Europe/Berlin", "Mars")).detail())
        .contains("timezone");
    assertThat(http.post(path, NIGHTLY.replace("cluster.check", "test.ping")).detail())
        .contains("kind: test.ping");
    assertThat(http.post(path, OFTEN).status()).as("there is no such node").isEqualTo(404);
    assertThat(http.post(path, NIGHTLY.replace("}", ",\"every\":\"PT1M\"}")).status())
        .isEqualTo(400);
    assertThat(
            http.post(
                    path,
                    NIGHTLY.replace(
                        "\"cluster.check\"",
                        "\"cluster.check\",\"dependsOn\":[\"00000000-0000-0000-0000-000000000001\"]"))
                .detail())
        .contains("dependsOn");
    assertThat(
            http.post(
                    path,
                    "{\"name\":\"past\",\"action\":{\"kind\":\"cluster.check\"},\"at\":\"2020-01-01T00:00:00Z\"}")
                .detail())
        .contains("a time to come");
    assertThat(http.post("/v1/clusters/never/schedules", NIGHTLY).status()).isEqualTo(404);
  }
}
