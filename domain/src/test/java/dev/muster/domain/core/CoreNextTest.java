package dev.muster.domain.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.core.CoreNext.Again;
import dev.muster.domain.core.CoreNext.Broken;
import dev.muster.domain.core.CoreNext.Succeeded;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What follows from what happened. */
final class CoreNextTest {

  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  private static final HttpWork REMOTE = http("{'url': 'https://x.example/do', 'every': '7s'}");
  private static final HttpWork PLAIN = http("{'url': 'https://x.example/', 'expect': 'success'}");
  private static final WebhookWork HOOK =
      WebhookWork.of(json("{'url': 'https://x.example/hook', 'key': 'a long enough key'}"));

  @Test
  void noChangeIsAskedForAgainLater() {
    assertThat(REMOTE.next(answer(204, ""), 0, NOW))
        .isEqualTo(new Again(NOW.plusSeconds(7), Optional.empty(), Optional.empty()));
  }

  @Test
  void whatRunsIsAskedForAgainWithItsProgress() {
    CoreNext next =
        REMOTE.next(answer(200, "{'state': 'RUNNING', 'payload': {'done': 3}}"), 0, NOW);
    assertThat(((Again) next).at()).isEqualTo(NOW.plusSeconds(7));
    assertThat(((Again) next).payload()).contains(json("{'done': 3}"));
  }

  @Test
  void whatIsDoneHandsItsPayloadOn() {
    CoreNext next = REMOTE.next(answer(200, "{'state': 'DONE', 'payload': {'id': 'x-1'}}"), 0, NOW);
    assertThat(((Succeeded) next).outputs()).isEqualTo(json("{'id': 'x-1'}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'state': 'FAILED', 'error': 'no space'}                          | no space",
        "{'state': 'FAILED', 'error': {'message': 'no space'}}             | no space",
        "{'state': 'FAILED', 'error': {'info': {'message': 'no space'}}}   | no space",
        "{'state': 'FAILED'}                                               | it gives no reason"
      })
  void whatTheServerSaysFailedHasItsReason(String body, String reason) {
    Broken next = (Broken) REMOTE.next(answer(200, body), 0, NOW);
    assertThat(next.why()).isEqualTo("https://x.example/do says that it failed: " + reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ok", "[]", "{'state': 'SUSPENDED'}", "{'status': 'DONE'}"})
  void anAnswerWithoutAStateIsNoSuccess(String body) {
    Broken next = (Broken) REMOTE.next(answer(200, body), 0, NOW);
    assertThat(next.why()).contains("200 without a state", "expect: success");
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 202, 301, 400, 404, 500, 503})
  void everyOtherStatusFailsWithItselfAndTheBody(int status) {
    Broken next = (Broken) REMOTE.next(answer(status, "it broke " + "x".repeat(9_000)), 0, NOW);
    assertThat(next.why()).contains("status " + status);
    assertThat(next.outputs().orElseThrow().path("status").asInt()).isEqualTo(status);
    assertThat(next.outputs().orElseThrow().path("body").asString())
        .startsWith("it broke")
        .hasSize(4_000);
  }

  @Test
  void aPlainRequestIsDoneWithEverySuccessAndHandsTheAnswerOn() {
    Succeeded json = (Succeeded) PLAIN.next(answer(201, "{'id': 7}"), 0, NOW);
    assertThat(json.outputs()).isEqualTo(json("{'status': 201, 'json': {'id': 7}}"));
    Succeeded text = (Succeeded) PLAIN.next(answer(200, "welcome"), 0, NOW);
    assertThat(text.outputs()).isEqualTo(json("{'status': 200, 'text': 'welcome'}"));
    assertThat(PLAIN.next(answer(302, ""), 0, NOW)).isInstanceOf(Broken.class);
  }

  @Test
  void whatMayBePrivateInAUrlIsNotSaid() {
    HttpWork work = http("{'url': 'https://x.example/a?token=hunter2'}");
    assertThat(((Broken) work.next(answer(500, ""), 0, NOW)).why())
        .startsWith("https://x.example/a answered")
        .doesNotContain("hunter2");
  }

  @Test
  void aMessageIsSentAgainAfterTwiceTheTimeAndNeverRarerThanEachMinute() {
    for (int tries = 1; tries <= 40; tries++) {
      Again next = (Again) HOOK.next(answer(503, ""), tries, NOW);
      long expected = tries >= 7 ? 60 : 1L << (tries - 1);
      assertThat(Duration.between(NOW, next.at())).hasSeconds(expected);
      assertThat(next.told().orElseThrow()).contains("try " + tries, "status 503");
    }
  }

  @Test
  void aServerThatNamesATimeGetsItUpToTenMinutes() {
    assertThat(((Again) HOOK.next(new HttpAnswer(429, "", 90), 1, NOW)).at())
        .isEqualTo(NOW.plusSeconds(90));
    assertThat(((Again) HOOK.next(new HttpAnswer(429, "", 86_400), 1, NOW)).at())
        .isEqualTo(NOW.plusSeconds(600));
  }

  @Test
  void aMessageThatIsRefusedIsNotSentAgain() {
    for (int status : new int[] {301, 400, 401, 404, 410, 422, 501}) {
      assertThat(HOOK.next(answer(status, ""), 1, NOW)).isInstanceOf(Broken.class);
    }
    assertThat(HOOK.next(answer(202, ""), 2, NOW)).isInstanceOf(Succeeded.class);
  }

  @Test
  void aWaitEndsAfterItsTimeAndNoEarlierForHowOftenItIsLookedAt() {
    WaitWork work = WaitWork.of(json("{'for': '30s'}"));
    assertThat(((Again) work.next(NOW, Duration.ZERO, NOW)).at()).isEqualTo(NOW.plusSeconds(30));
    assertThat(((Again) work.next(NOW, Duration.ZERO, NOW.plusMillis(29_999))).at())
        .isEqualTo(NOW.plusSeconds(30));
    assertThat(work.next(NOW, Duration.ZERO, NOW.plusSeconds(30))).isInstanceOf(Succeeded.class);
  }

  @Test
  void timeInWhichItIsSuspendedDoesNotCountButForAnInstant() {
    WaitWork length = WaitWork.of(json("{'for': '30s'}"));
    assertThat(((Again) length.next(NOW, Duration.ofSeconds(9), NOW.plusSeconds(35))).at())
        .isEqualTo(NOW.plusSeconds(39));
    WaitWork instant = WaitWork.of(json("{'until': '2026-11-23T12:00:30Z'}"));
    assertThat(instant.next(NOW, Duration.ofSeconds(9), NOW.plusSeconds(30)))
        .isInstanceOf(Succeeded.class);
  }

  @Test
  void aServerThatIsToBeTriedAgainPutsTheActionBackForAsLongAsItSaysAndNotForEver() {
    HttpAnswer busy = answer(200, "{'state': 'RETRY', 'after': '90s', 'error': 'two at a time'}");
    CoreNext.Retry next = (CoreNext.Retry) REMOTE.next(busy, 2, NOW);
    assertThat(next.at()).isEqualTo(NOW.plusSeconds(90));
    assertThat(next.why())
        .isEqualTo("https://x.example/do says that it is to be tried again: two at a time");
    assertThat(((CoreNext.Retry) REMOTE.next(answer(200, "{'state': 'RETRY'}"), 0, NOW)).at())
        .as("as long as between two requests")
        .isEqualTo(NOW.plusSeconds(7));
    assertThat(((Broken) REMOTE.next(busy, 3, NOW)).why())
        .endsWith("two at a time; it was tried again 3 times");
    assertThat(
            ((Broken) REMOTE.next(answer(200, "{'state': 'RETRY', 'after': 'soon'}"), 0, NOW))
                .why())
        .endsWith("(expected: a duration such as 30s)");
  }

  @Test
  void aHookIsToldAgainWhateverIsAnsweredButSuccess() {
    WebhookWork hook = WebhookWork.ofHook(json("{'url': 'https://x.example/', 'body': {'a': 1}}"));
    for (int status : new int[] {302, 400, 404, 410, 500}) {
      Again next = (Again) hook.nextOfHook(answer(status, ""), 3, NOW);
      assertThat(next.at()).isEqualTo(NOW.plusSeconds(4));
      assertThat(next.told()).contains("try 3: https://x.example/ answered with status " + status);
    }
    assertThat(hook.nextOfHook(answer(204, ""), 3, NOW)).isInstanceOf(Succeeded.class);
    assertThat(hook.key()).isEmpty();
  }

  @Test
  void aMemberIsUnwellWhenSoManyAnswersInARowAreBad() {
    PollWork poll =
        PollWork.of(
            json("{'url': 'https://x.example/', 'healthy': 'o+k', 'tries': 2, 'silence': true}"));
    assertThat(poll.next(answer(200, "all is ook"), 1, NOW)).isInstanceOf(Succeeded.class);
    Again first = (Again) poll.next(answer(200, "no"), 1, NOW);
    assertThat(first.at()).isEqualTo(NOW.plusSeconds(3));
    assertThat(((Broken) poll.next(answer(503, "ok"), 2, NOW)).why())
        .isEqualTo("2 tries in a row went wrong: https://x.example/ answered with status 503");
    assertThat(((Broken) poll.unanswered("no connection", 2, NOW)).why()).endsWith("no connection");
    PollWork lenient =
        PollWork.of(json("{'url': 'https://x.example/', 'tries': 1, 'silence': false}"));
    assertThat(lenient.unanswered("no connection", 1, NOW)).isInstanceOf(Succeeded.class);
    assertThat(lenient.next(answer(500, ""), 1, NOW)).isInstanceOf(Broken.class);
  }

  private static HttpWork http(String args) {
    return HttpWork.of(json(args));
  }

  private static HttpAnswer answer(int status, String body) {
    return new HttpAnswer(status, body.replace('\'', '"'), 0);
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }
}
