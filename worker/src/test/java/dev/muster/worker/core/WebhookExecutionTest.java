package dev.muster.worker.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.records.core.CoreReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code webhook}, against a real server and over a real database. */
final class WebhookExecutionTest {

  private final CoreScene scene = new CoreScene();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aMessageIsSignedOverItsIdItsTimeAndItsBody() throws InterruptedException {
    scene.server.answers(202, "");
    ActionId action =
        scene.started(
            "webhook",
            "{'url': '%s', 'key': '${secrets.hook_key}', 'body': {'a': 1}}".formatted(scene.url()));
    scene.look();
    AnsweringServer.Question asked = scene.server.asked().getFirst();
    assertThat(asked.body()).isEqualTo("{\"a\":1}");
    assertThat(asked.header("webhook-id")).isEqualTo(action.toString());
    assertThat(asked.header("Idempotency-Key")).isEqualTo(action.toString());
    assertThat(asked.header("webhook-signature"))
        .isEqualTo(
            "v1,"
                + WebhookExecution.signature(
                    CoreScene.KEY,
                    action.toString(),
                    asked.header("webhook-timestamp"),
                    asked.body().getBytes(StandardCharsets.UTF_8)));
    assertThat(scene.report().state()).isEqualTo(ActionState.DONE);
  }

  /** The example of the Standard Webhooks' own libraries. */
  @Test
  void theSignatureIsTheOneOfTheStandard() {
    assertThat(
            WebhookExecution.signature(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "1614265330",
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void aMessageThatNobodyTakesIsSentAgainUnderTheSameIdAndToldEachTime()
      throws InterruptedException {
    scene.server.answers(503, "");
    scene.server.answers(500, "");
    scene.server.answers(200, "");
    ActionId action =
        scene.started(
            "webhook", "{'url': '%s', 'key': '${secrets.hook_key}'}".formatted(scene.url()));
    scene.look();
    scene.clock.advance(Duration.ofSeconds(1));
    scene.look();
    scene.look();
    assertThat(scene.server.asked()).as("the next one after two seconds").hasSize(2);
    scene.clock.advance(Duration.ofSeconds(2));
    scene.look();
    assertThat(scene.server.asked())
        .hasSize(3)
        .allMatch(one -> one.header("Idempotency-Key").equals(action.toString()));
    CoreReport report = scene.report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.told()).hasSize(2);
    assertThat(report.payload().orElseThrow().path("tries").asInt()).isEqualTo(3);
  }
}
