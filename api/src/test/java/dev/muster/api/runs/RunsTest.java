package dev.muster.api.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.workflows.contract.CommandOutcome;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class RunsTest {

  private static final String RESTART =
      "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}%s}";

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void aPlanNamesEveryNodeAndStartsWithItsHash() {
    String cluster = api.cluster(5);

    Http.Answer planned = http.post(plan(cluster), RESTART.formatted(""));
    assertThat(planned.status()).as(planned.text()).isEqualTo(200);
    JsonNode canary = planned.json().path("stages").path(0);
    assertThat(canary.path("name").asString()).isEqualTo("canary");
    assertThat(canary.path("targets").asInt()).isEqualTo(1);
    assertThat(canary.path("nodes").path(0).path("node").asString()).isEqualTo("node-1");
    assertThat(canary.path("settle").path("stable").asString()).isEqualTo("PT5S");
    assertThat(canary.path("settle").has("wait")).isTrue();
    assertThat(canary.path("steps").path(0).path("action").asString()).isEqualTo("service.restart");
    assertThat(planned.json().path("params").path("minHealthy").asString()).isEqualTo("50%");

    Http.Answer started =
        http.postAs("ada", runs(cluster), RESTART.formatted(hash(planned) + ",\"reason\":\"CVE\""));
    assertThat(started.status()).as(started.text()).isEqualTo(201);
    JsonNode run = started.json();
    assertThat(run.path("state").asString()).isEqualTo("NewPlan");
    assertThat(run.path("requester").asString()).isEqualTo("ada");
    assertThat(run.path("reason").asString()).isEqualTo("CVE");
    assertThat(run.path("summary").asString()).startsWith("rolling-restart · stage 1/2 canary");
    assertThat(run.path("stages").path(1).path("nodes")).hasSize(4);
    assertThat(run.path("stages").path(1).path("counts").path("pending").asInt()).isEqualTo(4);
    assertThat(run.path("stages").path(1).path("steps").valueStream().map(JsonNode::asString))
        .containsExactly("restart", "healthy");
    FakeEngine.awaitHeard("run " + run.path("id").asString());

    JsonNode audit = http.get("/v1/audit?run=" + run.path("id").asString()).json().path("items");
    assertThat(audit.path(0).path("what").asString()).isEqualTo("run.start");
    assertThat(audit.path(0).path("actor").asString()).isEqualTo("user:ada");
    assertThat(audit.path(0).path("detail").path("why").asString()).isEqualTo("CVE");
  }

  @Test
  void aPlanThatChangedIsRefusedWithTheDifference() {
    String cluster = api.cluster(2);
    Http.Answer planned = http.post(plan(cluster), RESTART.formatted(""));
    http.post(
        "/v1/clusters/" + cluster + "/nodes",
        "{\"id\":\"node-9\",\"agent\":\"http://h:1\",\"labels\":{\"port\":\"1\"}}");

    Http.Answer refused = http.post(runs(cluster), RESTART.formatted(hash(planned)));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("plan-changed");
    assertThat(refused.json().path("differences").toString()).contains("node-9");
    Http.Answer unknown =
        http.post(runs(cluster), RESTART.formatted(",\"planHash\":\"never-seen\""));
    assertThat(unknown.json().path("differences").toString()).contains("not known here");
  }

  @Test
  void anIdOfOnesOwnMakesAStartRepeatable() {
    String cluster = api.cluster(2);
    String id = UUID.randomUUID().toString();
    String body = RESTART.formatted(",\"id\":\"%s\"".formatted(id));

    assertThat(http.post(runs(cluster), body).status()).isEqualTo(201);
    http.post(
        "/v1/clusters/" + cluster + "/nodes",
        "{\"id\":\"node-9\",\"agent\":\"http://h:1\",\"labels\":{\"port\":\"1\"}}");
    Http.Answer again = http.post(runs(cluster), body);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("id").asString()).isEqualTo(id);

    Http.Answer other = http.post(runs(cluster), body.replace("\"web\"", "\"db\""));
    assertThat(other.problem()).isEqualTo("conflict");
    assertThat(other.detail()).contains("other parameters");
    assertThat(http.post(runs(api.cluster(1)), body).problem()).isEqualTo("conflict");
    Http.Answer more =
        http.post(runs(cluster), body.replace("{\"service\"", "{\"canaries\":2,\"service\""));
    assertThat(more.problem()).isEqualTo("conflict");
  }

  @Test
  void whatCannotBePlannedSaysWhy() {
    String cluster = api.cluster(2);

    Http.Answer params =
        http.post(
            runs(cluster), "{\"playbook\":\"rolling-restart\",\"params\":{\"servise\":\"x\"}}");
    assertThat(params.status()).isEqualTo(422);
    assertThat(params.problem()).isEqualTo("bad-parameters");
    assertThat(params.json().path("findings")).isNotEmpty();

    Http.Answer empty = http.post(runs(api.cluster(0)), RESTART.formatted(""));
    assertThat(empty.status()).isEqualTo(422);
    assertThat(empty.problem()).isEqualTo("no-plan");
    assertThat(empty.json().path("state").asString()).isNotEmpty();

    assertThat(http.post(runs(cluster), "{\"playbook\":\"none-such\"}").problem())
        .isEqualTo("not-found");
    assertThat(http.post(runs("none-such"), RESTART.formatted("")).problem())
        .isEqualTo("not-found");
    assertThat(
            http.post(runs(cluster), RESTART.formatted(",\"reason\":\"" + "x".repeat(3000) + "\""))
                .detail())
        .contains("reason: 3000 characters");
  }

  @Test
  void commandsReachTheWorkflowAndSayWhatBecameOfThem() {
    String cluster = api.cluster(1);
    String id = http.post(runs(cluster), RESTART.formatted("")).json().path("id").asString();
    FakeEngine.onRun(command -> {
      if (command.instruction().planHash().isPresent()) {
        return CommandOutcome.refused("the plan is another one");
      }
      api.database()
          .sql(
              "update runs set paused_by = '%s', paused_at = now() where id = '%s'"
                  .formatted(command.instruction().by(), id));
      return CommandOutcome.applied(command.verb().name());
    });

    Http.Answer paused = http.postAs("ada", "/v1/runs/" + id.substring(0, 13) + "/pause", "{}");
    assertThat(paused.status()).as(paused.text()).isEqualTo(200);
    assertThat(paused.json().path("pausedBy").asString()).isEqualTo("ada");
    assertThat(paused.json().path("summary").asString()).contains("paused by ada");

    Http.Answer refused = http.post("/v1/runs/" + id + "/approve", "{\"planHash\":\"x\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("not-possible");
    assertThat(refused.detail()).isEqualTo("the plan is another one");
    assertThat(http.post("/v1/runs/" + id + "/resume").status()).isEqualTo(200);
    assertThat(http.post("/v1/runs/" + id + "/cancel", "{\"whyy\":\"\"}").problem())
        .isEqualTo("bad-request");
    assertThat(http.post("/v1/runs/" + UUID.randomUUID() + "/cancel").problem())
        .isEqualTo("not-found");

    api.database()
        .sql(
            "update runs set state = 'Completed', finished_at = now() where id = '%s'"
                .formatted(id));
    Http.Answer over = http.post("/v1/runs/" + id + "/cancel");
    assertThat(over.problem()).isEqualTo("not-possible");
    assertThat(over.detail()).contains("Completed");
  }

  @Test
  void runsAreListedNewestFirstWithCountsAndWithoutStages() {
    String cluster = api.cluster(3);
    String first = http.post(runs(cluster), RESTART.formatted("")).json().path("id").asString();
    String second = http.post(runs(cluster), RESTART.formatted("")).json().path("id").asString();
    String list = "/v1/runs?cluster=" + cluster;

    JsonNode page = http.get(list + "&limit=1").json();
    JsonNode run = page.path("items").path(0);
    assertThat(run.path("id").asString()).isEqualTo(second);
    assertThat(run.has("stages")).isFalse();
    assertThat(run.path("stage").asString()).isEqualTo("canary");
    assertThat(run.path("counts").path("pending").asInt()).isEqualTo(3);
    JsonNode next = http.get(list + "&limit=1&marker=" + page.path("next").asString()).json();
    assertThat(next.path("items").path(0).path("id").asString()).isEqualTo(first);
    assertThat(next.has("next")).isFalse();

    assertThat(http.get(list + "&open=true").json().path("items")).hasSize(2);
    assertThat(http.get(list + "&open=false").json().path("items")).isEmpty();
    assertThat(http.get(list + "&state=newplan,Completed").json().path("items")).hasSize(2);
    assertThat(http.get(list + "&playbook=other").json().path("items")).isEmpty();
    assertThat(http.get(list + "&state=Done").detail()).contains("Done", "Completed");
    assertThat(http.get(list + "&open=maybe").problem()).isEqualTo("bad-request");
    assertThat(http.get("/v1/runs/" + first).json().path("stages")).hasSize(2);
  }

  private static String plan(String cluster) {
    return "/v1/clusters/" + cluster + "/plan";
  }

  private static String runs(String cluster) {
    return "/v1/clusters/" + cluster + "/runs";
  }

  private static String hash(Http.Answer planned) {
    return ",\"planHash\":\"%s\"".formatted(planned.json().path("hash").asString());
  }
}
