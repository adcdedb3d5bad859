package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.HostedMembers.MemberProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lifecycle hooks and looks at members, over real members, while Muster is killed. */
final class HooksIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Slack.on(Duration.ofSeconds(40));

  @TempDir private Path folder;
  private Optional<Installation> installation = Optional.empty();
  private Optional<HostedMembers> members = Optional.empty();

  @BeforeEach
  void twoMembers() throws IOException {
    Installation muster = new Installation(TestedEngine.EMBEDDED, folder);
    installation = Optional.of(muster);
    muster.addCluster(CLUSTER);
    members = Optional.of(HostedMembers.start(muster, CLUSTER, folder));
    done("cluster.create", "{\"profile\": \"sleepers\", \"desired\": 2}");
  }

  @AfterEach
  void stop() throws IOException {
    installation.ifPresent(Installation::close);
    if (members.isPresent()) {
      members.get().close();
    }
  }

  @Test
  void aMemberGoesOnlyWhenWhoWasToldHasCompletedItWhateverIsKilledMeanwhile() throws IOException {
    try (AskedServer drain = AskedServer.slow()) {
      tellBeforehand(drain);
      String in = post("cluster.scale-in", "{}");
      await("somebody is told", () -> drain.asked("/hook").size() == 1);
      muster().kill();
      muster().startAgain();
      await("it is told again, as nobody had answered", () -> drain.asked("/hook").size() >= 2);
      drain.open();
      assertThat(drain.asked("/hook").stream().map(AskedServer.Question::body).distinct())
          .as("the same message")
          .hasSize(1);
      JsonNode message = Json.parse(drain.asked("/hook").getFirst().body());
      String token = Json.text(message, "lifecycle_action_token");
      assertThat(Json.text(message, "node_id")).isEqualTo("prod-1");
      assertThat(Json.text(action(token), "state")).isEqualTo("WAITING_LIFECYCLE_COMPLETION");
      assertThat(Json.text(action(token).path("wait"), "text"))
          .contains("muster action complete " + token);
      assertThat(hosted().recorded()).containsExactly("prod-1", "prod-2");

      assertThat(muster().said("action", "complete", token, "--why", "sessions are moved"))
          .contains("need not wait for its hook any more");
      assertThat(Json.text(awaitEnd(in), "state")).isEqualTo("DONE");
      assertThat(hosted().recorded()).containsExactly("prod-2");
      assertThat(hosted().processes()).allMatch(one -> one.member().equals("prod-2"));
      assertThat(
              Json.items(
                  muster().api().get(ApiPath.of("actions").with("parent", in)).json(), "items"))
          .hasSize(2)
          .allMatch(child -> Json.text(child, "state").equals("DONE"));
    }
  }

  @Test
  void senlinsClientsCompleteAHookByTheTokenOfItsMessage() throws Exception {
    try (AskedServer drain = AskedServer.slow()) {
      tellBeforehand(drain);
      drain.open();
      String in = post("cluster.scale-in", "{}");
      await("somebody is told", () -> !drain.asked("/hook").isEmpty());
      String token =
          Json.text(Json.parse(drain.asked("/hook").getFirst().body()), "lifecycle_action_token");
      muster().api().post(ApiPath.of("clusters"), Json.object().put("name", "other"));
      assertThat(completed("other", token)).as("of another cluster").isEqualTo(404);
      assertThat(Json.text(action(token), "state")).isEqualTo("WAITING_LIFECYCLE_COMPLETION");
      assertThat(completed(CLUSTER, token)).isEqualTo(202);
      assertThat(Json.text(awaitEnd(in), "state")).isEqualTo("DONE");
      assertThat(hosted().recorded()).hasSize(1);
      assertThat(completed(CLUSTER, token)).as("nobody waits any more").isEqualTo(409);
    }
  }

  /** By a policy: the oldest goes first, and somebody is told before. */
  private void tellBeforehand(AskedServer drain) {
    policy(
        """
        apiVersion: muster/v1
        kind: Policy
        metadata: {name: gently}
        spec:
          type: deletion
          properties:
            criteria: OLDEST_FIRST
            hooks: {type: webhook, timeout: 600, params: {url: '%s'}}
        """
            .formatted(drain.url("/hook")));
  }

  private int completed(String cluster, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("%s/senlin/v1/clusters/%s/actions".formatted(muster().url(), cluster)))
            .header("Content-Type", "application/json")
            .header("OpenStack-API-Version", "clustering 1.14")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"complete_lifecycle\": {\"lifecycle_action_token\": \"%s\"}}"
                        .formatted(token)))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void aMemberWhoseServiceDiedIsFoundAndBroughtBackAndSoIsOneThatDiedWhileMusterWasAway()
      throws IOException {
    policy(
        """
        apiVersion: muster/v1
        kind: Policy
        metadata: {name: health}
        spec:
          type: health
          properties:
            detection:
              interval: 1
              node_update_timeout: 1
              detection_modes:
                - type: NODE_STATUS_POLLING
                - {type: NODE_STATUS_POLL_URL, options: {poll_url: '${member.address}/v1/info', poll_url_retry_limit: 1}}
            recovery: {actions: [{name: REBOOT}, {name: RECREATE}]}
        """);
    killService("prod-1");
    await("prod-1 is back", () -> isComplete("prod-1"));
    muster().kill();
    killService("prod-2");
    muster().startAgain();
    await("prod-2 is back", () -> isComplete("prod-2"));
    JsonNode binding =
        muster().api().get(ApiPath.of("clusters", CLUSTER, "policies", "health")).json();
    assertThat(binding.path("looks").path("nextAt").isString()).as(binding.toString()).isTrue();
    List<JsonNode> looks =
        Json.items(
            muster().api().get(ApiPath.of("actions").with("kind", "cluster.heal")).json(), "items");
    assertThat(looks).allMatch(look -> Json.text(look, "origin").equals("policy"));
    assertThat(hosted().recorded()).containsExactly("prod-1", "prod-2");
  }

  private void killService(String member) throws IOException {
    hosted().processes().stream()
        .filter(one -> one.member().equals(member) && one.part().equalsIgnoreCase("service"))
        .map(MemberProcess::process)
        .forEach(HostedMembers::kill);
  }

  private boolean isComplete(String member) throws IOException {
    return hosted().processes().stream().filter(one -> one.member().equals(member)).count() == 2;
  }

  private void policy(String document) {
    JsonNode policy =
        muster().api().post(ApiPath.of("policies"), "application/yaml", document).json();
    muster()
        .api()
        .post(
            ApiPath.of("clusters", CLUSTER, "policies"),
            Json.object().put("policy", Json.text(policy, "name")));
  }

  private void done(String kind, String args) {
    JsonNode ended = awaitEnd(post(kind, args));
    assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("DONE");
  }

  private String post(String kind, String args) {
    ObjectNode body = Json.object().put("kind", kind);
    body.set("args", Json.parse(args));
    return Json.text(
        muster().api().post(ApiPath.of("clusters", CLUSTER, "actions"), body).json(), "id");
  }

  private JsonNode action(String id) {
    return muster().api().get(ApiPath.of("actions", id)).json();
  }

  private JsonNode awaitEnd(String id) {
    return Awaitility.await("action %s is over".formatted(id))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> action(id), one -> one.has("finishedAt"));
  }

  private static void await(String what, Callable<Boolean> until) {
    Awaitility.await(what)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(until);
  }

  private Installation muster() {
    return installation.orElseThrow();
  }

  private HostedMembers hosted() {
    return members.orElseThrow();
  }
}
