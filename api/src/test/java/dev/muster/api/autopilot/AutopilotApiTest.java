package dev.muster.api.autopilot;

import static dev.muster.api.autopilot.K0sScene.config;
import static dev.muster.api.autopilot.K0sScene.end;
import static dev.muster.api.autopilot.K0sScene.plan;
import static dev.muster.api.autopilot.K0sScene.plans;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Role;
import dev.muster.domain.run.RunId;
import dev.muster.records.autopilot.ObjectChanges;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.RunCommand;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class AutopilotApiTest {

  private static final RunningApi API = RunningApi.start();

  private final Http http = API.http();
  private final String cluster = K0sScene.cluster(API);
  private final String path = plans(cluster);

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aPlanIsAppliedOnceRunsAndIsShownWithWhatItsNodesDo() {
    Http.Answer made = http.postAs("ada", path, plan("autopilot", "one"));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    JsonNode plan = made.json();
    FakeEngine.awaitHeard("run " + plan.path("run").asString());
    assertThat(plan.path("id").asString()).isEqualTo("one");
    assertThat(plan.path("createdBy").asString()).isEqualTo("ada");
    assertThat(plan.path("attempt").asInt()).isEqualTo(1);
    assertThat(plan.at("/commands/0/workers").size()).isEqualTo(2);
    assertThat(plan.at("/commands/0/version").asString()).isEqualTo("v1.30.1+k0s.0");
    assertThat(plan.at("/object/metadata/uid").asString()).isEqualTo(plan.path("uid").asString());

    assertThat(http.postAs("ada", path, plan("autopilot", "one")).status()).isEqualTo(200);
    JsonNode listed = http.get(path).json().path("items").path(0);
    assertThat(listed.path("name").asString()).isEqualTo("autopilot");
    assertThat(listed.has("object")).isFalse();

    Http.Answer changed = http.postAs("ada", path, plan("autopilot", "two"));
    assertThat(changed.status()).isEqualTo(422);
    assertThat(changed.problem()).isEqualTo("bad-plan");
    assertThat(changed.detail()).startsWith("/spec: plan autopilot is under way as attempt 1");

    JsonNode run = http.get("/v1/runs/" + plan.path("run").asString()).json();
    assertThat(run.path("reason").asString()).isEqualTo("k0s plan autopilot: id one");
    assertThat(audited()).contains("run.start", "k0s.plan.create");
  }

  private List<String> audited() {
    return StreamSupport.stream(
            http.get("/v1/audit?cluster=" + cluster).json().path("items").spliterator(), false)
        .map(entry -> entry.path("what").asString())
        .toList();
  }

  @Test
  void whatStandsBesideAPlanBecomesItsAnnotations() {
    JsonNode plan =
        http.postAs(
                "ada",
                path + "?settle=30s&deadline=2h&maxFailures=10%25&keepCordoned=true",
                plan("autopilot", "one"))
            .json();

    assertThat(plan.path("deadline").asString()).isNotBlank();
    JsonNode annotations = plan.at("/object/metadata/annotations");
    assertThat(annotations.path("muster.dev/settle").asString()).isEqualTo("30s");
    assertThat(annotations.path("muster.dev/max-failures").asString()).isEqualTo("10%");
    assertThat(annotations.path("muster.dev/keep-cordoned").asString()).isEqualTo("true");

    Http.Answer wrong = http.postAs("ada", path + "?settle=soon", plan("other", "one"));
    assertThat(wrong.problem()).isEqualTo("bad-plan");
    assertThat(wrong.detail()).contains("muster.dev~1settle");
    assertThat(http.get(path + "/other").status()).isEqualTo(404);
  }

  @Test
  void whatIsOnlyTriedIsCheckedAndNotKept() {
    Http.Answer tried = http.postAs("ada", path + "?dryRun=true", plan("autopilot", "one"));

    assertThat(tried.status()).isEqualTo(200);
    assertThat(tried.json().at("/commands/0/workers").size()).isEqualTo(2);
    assertThat(tried.json().has("run")).isFalse();
    assertThat(http.get(path + "/autopilot").status()).isEqualTo(404);
    assertThat(http.get("/v1/runs?cluster=" + cluster).json().path("items").isEmpty()).isTrue();
  }

  @Test
  void aPlanThatFailedIsTriedAgainAndOneThatRunsIsNot() {
    String run = http.postAs("ada", path, plan("autopilot", "one")).json().path("run").asString();
    assertThat(http.post(path + "/autopilot/retry").problem()).isEqualTo("not-possible");
    end(API, run, "ApplyFailed", "FAILED");
    assertThat(http.get(path + "/autopilot").json().path("state").asString())
        .isEqualTo("ApplyFailed");

    JsonNode again = http.post(path + "/autopilot/retry").json();

    assertThat(again.path("attempt").asInt()).isEqualTo(2);
    assertThat(again.path("run").asString()).isNotEqualTo(run);
    assertThat(again.path("state").asString()).isEqualTo("SchedulableWait");
    assertThat(audited()).contains("k0s.plan.retry");
    assertThat(http.post(path + "/none/retry").status()).isEqualTo(404);
  }

  @Test
  void aPlanThatIsDeletedHasItsRunCancelledByWhoDeletedIt() throws Exception {
    BlockingQueue<RunCommand> commands = new LinkedBlockingQueue<>();
    FakeEngine.onRun(command -> {
      commands.add(command);
      return CommandOutcome.applied("");
    });
    http.postAs("ada", path, plan("autopilot", "one"));

    assertThat(http.delete(path + "/autopilot").status()).isEqualTo(204);

    RunCommand heard = commands.poll(30, TimeUnit.SECONDS);
    assertThat(heard).isNotNull();
    assertThat(heard.verb()).isEqualTo(RunCommand.Verb.CANCEL);
    assertThat(heard.instruction().why()).contains("plan autopilot was deleted");
    assertThat(http.delete(path + "/autopilot").status()).isEqualTo(404);
    assertThat(audited()).contains("k0s.plan.delete");
  }

  @Test
  void aPlanWaitsOnlyForAPlanOfAClusterThatOneMayRead() {
    Http operator = http.with(Given.token(API.records(), "olga", Role.OPERATOR, cluster));
    String other = K0sScene.cluster(API);

    Http.Answer hidden =
        operator.post(path + "?after=" + other + "%2Fautopilot", plan("autopilot", "one"));
    assertThat(hidden.problem()).isEqualTo("bad-plan");
    assertThat(hidden.detail()).contains("muster.dev~1after", "you may not read cluster " + other);

    Http.Answer itself =
        operator.post(path + "?after=" + cluster + "%2Fautopilot", plan("autopilot", "one"));
    assertThat(itself.detail()).contains("cannot wait for itself");

    JsonNode waits =
        operator.post(path + "?after=" + cluster + "%2Ffirst", plan("second", "one")).json();
    assertThat(waits.path("state").asString()).isEqualTo("SchedulableWait");
    assertThat(waits.path("why").asString()).contains("plan first of cluster " + cluster);
    assertThat(waits.has("run")).isFalse();
  }

  @Test
  void anUpdateConfigurationIsAppliedShownAndDeleted() {
    String configs = "/v1/clusters/%s/autopilot/update-configs".formatted(cluster);

    assertThat(http.postAs("ada", configs, config("stable")).status()).isEqualTo(201);
    assertThat(http.postAs("ada", configs, config("stable")).status()).isEqualTo(200);
    JsonNode shown = http.get(configs + "/stable").json();
    assertThat(shown.path("channel").asString()).isEqualTo("stable");
    assertThat(shown.path("strategy").asString()).isEqualTo("periodic");
    assertThat(shown.path("next").asString()).isNotBlank();
    assertThat(http.get(configs).json().path("items").size()).isEqualTo(1);
    assertThat(http.postAs("ada", configs, config("x").replace("periodic", "often")).problem())
        .isEqualTo("bad-update-config");
    assertThat(http.delete(configs + "/stable").status()).isEqualTo(204);
    assertThat(http.delete(configs + "/stable").status()).isEqualTo(404);
  }

  @Test
  void whoListensIsTouchedByWritesAndByRunsAndSeesEveryChangeOnce() throws Exception {
    AutopilotObjects objects = API.part("autopilotObjects", AutopilotObjects.class);
    ClusterName name = new ClusterName(cluster);
    long since = objects.list(name, ObjectKind.PLAN).version();
    BlockingQueue<String> touched = new LinkedBlockingQueue<>();
    try (ObjectSignals.Subscription listening =
        objects.listen(name, () -> touched.add("touched"))) {
      assertThat(listening).isNotNull();
      String run = http.postAs("ada", path, plan("autopilot", "one")).json().path("run").asString();
      assertThat(touched.poll(30, TimeUnit.SECONDS)).isNotNull();
      ObjectChanges.Since made = (ObjectChanges.Since) objects.since(name, ObjectKind.PLAN, since);
      assertThat(made.changes())
          .extracting(change -> change.type().name())
          .startsWith("ADDED", "MODIFIED");

      end(API, run, "Completed", "SUCCEEDED");
      touched.clear();
      API.records().changes().notifyRun(RunId.parse(run));
      assertThat(touched.poll(30, TimeUnit.SECONDS)).isNotNull();
      ObjectChanges.Since done =
          (ObjectChanges.Since) objects.since(name, ObjectKind.PLAN, made.upTo());
      assertThat(done.changes().getLast().object().status().orElseThrow().path("state").asString())
          .isEqualTo("Completed");
      assertThat(objects.since(name, ObjectKind.PLAN, done.upTo()))
          .isEqualTo(new ObjectChanges.Since(List.of(), done.upTo()));
    }
  }

  @Test
  void documentsAndNamesThatAreNoneAreRefusedWithThePlace() {
    assertThat(http.post(path, "[]").problem()).isEqualTo("bad-plan");
    assertThat(http.post(path, plan("No", "one")).detail()).contains("/metadata/name");
    assertThat(http.post(path, plan("a", "one").replace("selector", "selectr")).problem())
        .isEqualTo("bad-plan");
    assertThat(http.get(path + "/NO").status()).isEqualTo(404);
    assertThat(http.post(plans("never"), plan("a", "one")).status()).isEqualTo(404);
    assertThat(http.get(plans("never")).status()).isEqualTo(404);
  }

  @Test
  void aClusterSaysHowItsPlansAreTaken() {
    String whole = "/v1/clusters/" + cluster;
    JsonNode settings = http.get(whole).json().path("settings").path("autopilot");
    assertThat(settings.path("dialect").asString()).isEqualTo("current");
    assertThat(settings.path("exclude").isEmpty()).isTrue();

    http.patch(whole, "{\"settings\":{\"autopilot\":{\"exclude\":[\"worker\"]}}}");
    JsonNode seed =
        http.patch(whole, "{\"settings\":{\"autopilot\":{\"dialect\":\"seed\"}}}").json();
    assertThat(seed.at("/settings/autopilot/exclude/0").asString()).isEqualTo("worker");
    assertThat(seed.at("/settings/autopilot/dialect").asString()).isEqualTo("seed");
    assertThat(http.patch(whole, "{\"settings\":{\"autopilot\":{\"dialect\":\"old\"}}}").detail())
        .contains("dialect: 'old' (expected: current, seed or strict)");
    assertThat(http.patch(whole, "{\"settings\":{\"autopilot\":{\"x\":1}}}").status())
        .isEqualTo(400);

    JsonNode plan = http.postAs("ada", path, plan("autopilot", "one")).json();
    assertThat(plan.path("state").asString()).isEqualTo("Restricted");
    assertThat(plan.has("run")).isFalse();
  }
}
