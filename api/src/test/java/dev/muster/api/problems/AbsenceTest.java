package dev.muster.api.problems;

import static dev.muster.api.fixture.Expect.expect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import org.junit.jupiter.api.Test;

/** What still works, and what is said, while the engine or the database is away. */
final class AbsenceTest {

  @Test
  void withoutTheEngineReadsWorkStartsWaitAndCommandsAreRefused() {
    try (RunningApi lone = RunningApi.withoutEngine()) {
      Http calls = lone.http();
      String cluster = lone.cluster(1);
      assertThat(calls.get("/v1/clusters/" + cluster).status()).isEqualTo(200);

      Http.Answer started =
          calls.post(
              "/v1/clusters/" + cluster + "/runs",
              "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}");
      assertThat(started.status()).as(started.text()).isEqualTo(201);
      assertThat(started.json().path("stateReason").asString()).contains("waits for the engine");
      String run = "/v1/runs/" + started.json().path("id").asString();
      assertThat(calls.get(run).json().path("stateReason").asString())
          .contains("waits for the engine");

      Http.Answer paused = calls.post(run + "/pause");
      expect(paused, 503, "engine-unavailable");
      assertThat(paused.whole().headers().firstValue("Retry-After")).isPresent();

      Http.Answer action =
          calls.post("/v1/clusters/" + cluster + "/nodes/node-1/actions", "{\"kind\":\"a.b\"}");
      assertThat(action.status()).isEqualTo(201);
      expect(
          calls.post("/v1/actions/" + action.json().path("id").asString() + "/cancel"),
          503,
          "engine-unavailable");
      expect(calls.post("/v1/clusters/" + cluster + "/nudge"), 503, "engine-unavailable");

      Http.Answer ready = calls.get("/actuator/health/readiness");
      assertThat(ready.status()).as(ready.text()).isEqualTo(200);
      assertThat(ready.json().at("/components/engine/status").asString()).isEqualTo("ENGINE_AWAY");
    }
  }

  @Test
  void withoutTheDatabaseEverythingSaysSo() {
    try (RunningApi lone = RunningApi.start()) {
      Http calls = lone.http();
      lone.database().close();

      expect(calls.get("/v1/clusters"), 503, "database-unavailable");
      expect(calls.post("/v1/clusters", "{\"name\":\"a\"}"), 503, "database-unavailable");
      expect(calls.get("/v1/runs/abcdef"), 503, "database-unavailable");
      assertThat(calls.get("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(calls.get("/actuator/health/liveness").status()).isEqualTo(200);
    }
  }

  @Test
  void itStartsWithoutEitherAndSaysForWhatItWaits() {
    try (RunningApi alone = RunningApi.alone()) {
      Http calls = alone.http();
      expect(calls.get("/v1/clusters"), 503, "database-unavailable");
      assertThat(calls.get("/v1/info").status()).isEqualTo(200);
      assertThat(calls.get("/actuator/health/liveness").status()).isEqualTo(200);

      Http.Answer ready = calls.get("/actuator/health/readiness");
      assertThat(ready.status()).as(ready.text()).isEqualTo(503);
      assertThat(ready.json().at("/components/db/details/why").asString())
          .contains("is not there yet", "refused");
      assertThat(ready.json().at("/components/engine/details/why").asString())
          .contains("cannot be reached", "refused");
    }
  }
}
