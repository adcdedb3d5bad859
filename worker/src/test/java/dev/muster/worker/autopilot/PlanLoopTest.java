package dev.muster.worker.autopilot;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.SecretSource;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.autopilot.ChannelIndex;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.worker.servers.NamedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Update configurations; {@link PlanTimesTest} has the rest of the loop. */
final class PlanLoopTest {

  @AutoClose private final UpdateScene scene = new UpdateScene();
  private final PlanLoop loop = scene.loop();

  @Test
  void aNewerVersionBecomesAPlanOnceAndItsRunIsHandedOver() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);

    scene.turn(loop);
    scene.turn(loop);
    scene.turn(scene.loop());

    StoredObject plan = scene.made().orElseThrow();
    assertThat(plan.spec().at("/commands/0/k0supdate/version").asString())
        .isEqualTo("v1.30.1+k0s.0");
    assertThat(plan.spec().path("id").asString()).isEqualTo(Long.toString(T0.getEpochSecond()));
    assertThat(scene.started)
        .singleElement()
        .satisfies(started -> {
          assertThat(started.run().id()).isEqualTo(plan.run().orElseThrow());
          assertThat(started.run().origin().requester()).as("who made the config").isEqualTo("ada");
        });
    assertThat(scene.server.asked()).hasSize(1);
    assertThat(scene.result(config)).startsWith("STARTED: channel stable offers v1.30.1+k0s.0");
    assertThat(scene.look(config).next()).contains(T0.plus(UpdateScene.EVERY));
  }

  @Test
  void theServerIsAskedAsAutopilotAsksIt() {
    scene.offer("v1.30.0+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    scene.turn(loop);
    assertThat(scene.server.asked())
        .singleElement()
        .satisfies(asked -> {
          assertThat(asked.uri()).isEqualTo("/stable/index.yaml");
          assertThat(asked.headers())
              .containsEntry("k0s_clusterid", "muster:" + config.uid())
              .containsEntry("k0s_controlplanenodescount", "1")
              .containsEntry("k0s_version", "v1.30.0+k0s.0")
              .containsEntry("k0s_arch", "amd64")
              .containsKey("k0s_workerdata")
              .doesNotContainKey("authorization");
        });
  }

  /** Whoever may write a configuration would otherwise choose where a secret is sent. */
  @Test
  void aTokenIsSentToServersOfTheSettingsAlone() {
    scene.offer("v1.30.0+k0s.0");
    scene.config(UpdateScene.PERIODIC);
    Secrets secrets =
        new Secrets(
            new SecretRules(Map.of("updates", new SecretRules.Allowed(List.of(), List.of()))),
            Map.of("updates", () -> new SecretSource.Reading.Found("s3cret-value")));
    scene.turn(
        scene.loop(
            scene, Map.of("own", new NamedServer(scene.server.url(), "updates", "")), secrets));
    scene.clock.advance(UpdateScene.EVERY);
    scene.turn(
        scene.loop(
            scene, Map.of("own", new NamedServer("https://example.org", "updates", "")), secrets));
    assertThat(scene.server.asked())
        .extracting(asked -> asked.headers().getOrDefault("authorization", "none"))
        .containsExactly("Bearer s3cret-value", "none");
  }

  @Test
  void theOlderProtocolIsSpokenForCronAndEverySecond() {
    scene.server.answers(
        200, "version: v1.30.0+k0s.0\ndownloadURLs: {k0s: {linux-amd64: 'http://a/b'}}");
    StoredObject config = scene.config("{\"cron\": \"* * * * * *\"}");
    scene.turn(loop);
    assertThat(scene.server.asked()).as("the first time is to come").isEmpty();

    scene.clock.advance(Duration.ofSeconds(1));
    scene.turn(loop);
    scene.clock.advance(Duration.ofSeconds(1));
    scene.turn(loop);

    assertThat(scene.server.asked())
        .hasSize(2)
        .allSatisfy(asked ->
            assertThat(asked.uri())
                .isEqualTo(
                    "/stable?clusterID=muster%%3A%s&currentVersion=v1.30.0%%2Bk0s.0&lastUpdateStatus="
                        .formatted(config.uid())));
    scene.server.answers(
        200, "version: v1.30.1+k0s.0\ndownloadURLs: {k0s: {linux-amd64: 'http://a/b'}}");
    scene.clock.advance(Duration.ofSeconds(1));
    scene.turn(loop);
    assertThat(scene.started).hasSize(1);
  }

  /** In Autopilot the second one changes the spec of a plan that stays Completed. */
  @Test
  void thePlanThatFollowsAFinishedOneReallyRuns() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    scene.turn(loop);

    scene.offer("v1.31.0+k0s.0");
    scene.clock.advance(UpdateScene.EVERY);
    scene.turn(loop);
    assertThat(scene.result(config)).startsWith("NOTHING: plan autopilot is ");

    scene.end("autopilot", "Completed", "SUCCEEDED");
    scene.clock.advance(UpdateScene.EVERY);
    scene.turn(loop);

    assertThat(scene.result(config)).startsWith("STARTED");
    assertThat(scene.started).hasSize(2);
    StoredObject plan = scene.made().orElseThrow();
    assertThat(plan.run()).contains(scene.started.getLast().run().id());
    assertThat(plan.status().orElseThrow().path("state").asString()).isEqualTo("SchedulableWait");
    assertThat(plan.spec().at("/commands/0/k0supdate/version").asString())
        .isEqualTo("v1.31.0+k0s.0");
  }

  @Test
  void aPlanThatFailedIsFollowedByANewerVersionAlone() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    scene.turn(loop);
    scene.end("autopilot", "ApplyFailed", "FAILED");

    scene.clock.advance(UpdateScene.EVERY);
    scene.turn(loop);
    assertThat(scene.result(config)).startsWith("NOTHING").contains("ApplyFailed");

    scene.offer("v1.30.2+k0s.0");
    scene.clock.advance(UpdateScene.EVERY);
    scene.turn(loop);
    assertThat(scene.started).hasSize(2);
  }

  @Test
  void whatTheServerDoesWrongIsToldAndItIsAskedAgainAtItsTime() {
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    Map<String, String> wrong =
        Map.of(
            "500 version: v1.31.0", "answered with status 500",
            "302 version: v1.31.0", "answered with status 302",
            "200 <html>", "is no index",
            "200 version: latest", "its version is 'latest'");
    wrong.forEach((answer, why) -> {
      scene.server.answers(Integer.parseInt(answer.substring(0, 3)), answer.substring(4));
      scene.turn(loop);
      assertThat(scene.result(config)).startsWith("AWAY: ").contains(why);
      scene.turn(loop);
      scene.clock.advance(UpdateScene.EVERY);
    });
    assertThat(scene.server.asked()).hasSize(wrong.size());
    assertThat(scene.made()).isEmpty();

    scene.server.close();
    scene.turn(loop);
    assertThat(scene.result(config)).contains("did not answer as it should (no connection)");
  }

  @Test
  void nobodyIsAskedWhileTheWindowIsClosed() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config =
        scene.config(
            "{\"type\": \"periodic\", \"periodic\": {\"startTime\": \"10:30\", \"length\": \"1h\"}}");
    scene.turn(loop);
    assertThat(scene.server.asked()).isEmpty();
    assertThat(scene.look(config).next()).contains(T0.plus(Duration.ofMinutes(30)));

    scene.clock.advance(Duration.ofHours(2));
    scene.turn(loop);
    assertThat(scene.server.asked()).as("nobody looked while it was open").isEmpty();
    assertThat(scene.look(config).next()).contains(T0.plus(Duration.ofMinutes(24 * 60 + 30)));

    scene.clock.advance(Duration.ofMinutes(22 * 60 + 30));
    scene.turn(loop);
    assertThat(scene.started).hasSize(1);
  }

  @Test
  void aConfigurationThatIsChangedLooksAnewAndWhatWasUnderWayIsVoid() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    UpdateSettings settings =
        new UpdateSettings(UpdateScene.EVERY, Duration.ofSeconds(2), Map.of());
    PlanLoop.Servers changing =
        look -> {
          scene.config(UpdateScene.PERIODIC.replace("24h", "23h"));
          return ChannelIndex.read("version: v1.30.1+k0s.0");
        };

    scene.turn(new PlanLoop(scene.records, scene, changing, settings, scene.clock));

    assertThat(scene.result(config)).isEqualTo("none");
    assertThat(scene.look(config).next()).contains(T0);
    scene.turn(loop);
    assertThat(scene.started).hasSize(1);
  }

  @Test
  void aWorkerThatDiesWhileItAsksCostsADelay() {
    scene.offer("v1.30.1+k0s.0");
    StoredObject config = scene.config(UpdateScene.PERIODIC);
    UpdateSettings settings =
        new UpdateSettings(UpdateScene.EVERY, Duration.ofSeconds(2), Map.of());
    PlanLoop.Servers dying =
        look -> {
          throw new InterruptedException("it dies");
        };
    scene.turn(new PlanLoop(scene.records, scene, dying, settings, scene.clock));
    scene.turn(loop);
    assertThat(scene.server.asked()).as("the other one may still have it").isEmpty();

    scene.clock.advance(Duration.ofMinutes(1));
    scene.turn(loop);
    assertThat(scene.started).hasSize(1);
    assertThat(scene.result(config)).startsWith("STARTED");
  }

  @Test
  void aConfigurationThatIsDeletedLooksNoMore() {
    scene.offer("v1.30.1+k0s.0");
    scene.delete(scene.config(UpdateScene.PERIODIC));
    scene.turn(loop);
    assertThat(scene.server.asked()).isEmpty();
    assertThat(scene.made()).isEqualTo(Optional.empty());
  }
}
