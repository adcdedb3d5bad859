package dev.muster.worker.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.core.CoreReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code http}, against a real server and over a real database. */
final class HttpExecutionTest {

  private final CoreScene scene = new CoreScene();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aRequestIsMadeOnceWithTheActionsIdAndHandsTheAnswerOn() throws InterruptedException {
    scene.server.answers(200, "{\"id\": 7}");
    ActionId action =
        scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    scene.look();
    scene.look();
    assertThat(scene.server.asked()).hasSize(1);
    AnsweringServer.Question asked = scene.server.asked().getFirst();
    assertThat(asked.method()).isEqualTo("POST");
    assertThat(asked.header("Idempotency-Key")).isEqualTo(action.toString());
    assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    assertThat(asked.json().path("id").asString()).isEqualTo(action.toString());
    assertThat(asked.json().path("node").asString()).isEqualTo("n-0000");
    CoreReport report = scene.report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.payload().orElseThrow().path("json").path("id").asInt()).isEqualTo(7);
    assertThat(scene.nudged).as("the cycle hears of it").containsExactly(scene.prod.cluster());
  }

  @Test
  void aServerThatNeedsLongerIsAskedUntilItIsDone() throws InterruptedException {
    scene.server.answers(204, "");
    scene.server.answers(200, "{\"state\": \"RUNNING\", \"payload\": {\"done\": 1}}");
    scene.server.answers(200, "{\"state\": \"DONE\", \"payload\": {\"done\": 2}}");
    scene.started("http", "{'url': '%s', 'every': '10s'}".formatted(scene.url()));
    scene.look();
    scene.look();
    assertThat(scene.server.asked()).as("not before its time").hasSize(1);
    scene.clock.advance(Duration.ofSeconds(10));
    scene.look();
    assertThat(scene.server.asked()).hasSize(2);
    assertThat(scene.report().payload()).contains(WireFormat.JSON.readTree("{\"done\": 1}"));
    scene.clock.advance(Duration.ofSeconds(10));
    scene.look();
    assertThat(scene.server.asked().getLast().json().path("payload").path("done").asInt())
        .as("it hears what it said before")
        .isEqualTo(1);
    CoreReport report = scene.report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.payload()).contains(WireFormat.JSON.readTree("{\"done\": 2}"));
  }

  @Test
  void aServerThatIsAwayInTheMiddleIsAskedAgainAndOneThatNeverAnsweredFails()
      throws InterruptedException {
    scene.server.answers(204, "");
    scene.started("http", "{'url': '%s', 'every': '10s'}".formatted(scene.url()));
    scene.look();
    scene.server.close();
    scene.clock.advance(Duration.ofSeconds(10));
    scene.look();
    assertThat(scene.report().payload().orElseThrow().path("unanswered").asString())
        .contains("did not answer (no connection)");
    ActionId other = scene.started("http", "{'url': '%s'}".formatted(scene.url()));
    scene.look();
    CoreReport report = scene.report();
    assertThat(report.action()).isEqualTo(other);
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).contains("did not answer (no connection)");
  }

  @Test
  void aSecretGoesToTheServerAndNowhereElse() throws InterruptedException {
    scene.server.answers(500, "you sent " + CoreScene.KEY);
    scene.started(
        "http",
        "{'url': '%s', 'headers': {'X-Key': '${secrets.hook_key}'}}".formatted(scene.url()));
    scene.look();
    assertThat(scene.server.asked().getFirst().header("X-Key")).isEqualTo(CoreScene.KEY);
    assertThat(scene.report().toString()).contains("you sent •••").doesNotContain(CoreScene.KEY);
  }

  @Test
  void aSecretThatIsAwayIsWaitedForAndOneThatIsNotAllowedFails() throws InterruptedException {
    scene.secret = new Reading.Away("sealed");
    scene.started(
        "http",
        "{'url': '%s', 'headers': {'X-Key': '${secrets.hook_key}'}}".formatted(scene.url()));
    scene.look();
    assertThat(scene.server.asked()).isEmpty();
    assertThat(scene.reports()).isEmpty();
    scene.secret = new Reading.Found(CoreScene.KEY);
    scene.server.answers(200, "{\"state\": \"DONE\"}");
    scene.clock.advance(Duration.ofSeconds(5));
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.DONE);
    scene.started(
        "http", "{'url': '%s', 'headers': {'X-Key': '${secrets.other}'}}".formatted(scene.url()));
    scene.look();
    assertThat(scene.report().error().orElseThrow().message()).contains("'other' is not known");
    scene.started("http", "{'url': 'http://10.1.2.3/', 'headers': {'X': '${secrets.hook_key}'}}");
    scene.look();
    assertThat(scene.report().error().orElseThrow().message())
        .contains("over TLS or on the loopback");
    assertThat(scene.server.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://169.254.169.254/latest", "http://[fe80::1]/"})
  void whatACloudKeepsForItsHostIsNeverAsked(String url) throws InterruptedException {
    scene.started("http", "{'url': '%s', 'method': 'GET'}".formatted(url));
    scene.look();
    assertThat(scene.report().error().orElseThrow().message()).contains("is never asked");
  }

  @Test
  void onlyHostsThatTheWorkersSettingsNameAreAsked() throws InterruptedException {
    scene.loop = scene.loop(new CoreSettings(List.of("*.example.com"), ""));
    scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    scene.look();
    assertThat(scene.report().error().orElseThrow().message())
        .contains("127.0.0.1 is not among the hosts", "muster.core.hosts");
    assertThat(scene.server.asked()).isEmpty();
  }

  @Test
  void anAnswerWithoutEndIsNone() throws InterruptedException {
    scene.server.answers(200, "x".repeat(70_000));
    scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    scene.look();
    assertThat(scene.report().error().orElseThrow().message()).contains("longer than 64 KiB");
  }

  @Test
  void aRedirectIsNotFollowed() throws InterruptedException {
    scene.server.redirects(scene.url() + "/elsewhere");
    scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    scene.look();
    assertThat(scene.report().error().orElseThrow().message()).contains("status 302");
    assertThat(scene.server.asked()).hasSize(1);
  }

  @Test
  void case46AFailureKeepsTheProgressAndHasItsReason() throws InterruptedException {
    scene.server.answers(200, "{\"state\": \"RUNNING\", \"payload\": {\"done\": 1}}");
    scene.started("http", "{'url': '%s', 'every': '10m'}".formatted(scene.url()));
    scene.look();
    scene.reports();
    scene.clock.advance(Duration.ofMinutes(1));
    scene.look();
    CoreReport report = scene.report();
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).isNotBlank();
    assertThat(report.payload()).contains(WireFormat.JSON.readTree("{\"done\": 1}"));
  }

  @Test
  void case51WhatEndsInItsLastTurnIsDoneThoughItsTimeIsOver() throws InterruptedException {
    scene.server.holds();
    scene.server.answers(200, "{\"state\": \"DONE\"}");
    scene.started("http", "{'url': '%s'}".formatted(scene.url()));
    List<Thread> begun = scene.loop.look();
    scene.server.awaitAsked();
    scene.clock.advance(Duration.ofMinutes(2));
    scene.server.letGo();
    CoreScene.join(begun);
    assertThat(scene.report().state()).isEqualTo(ActionState.DONE);
  }
}
