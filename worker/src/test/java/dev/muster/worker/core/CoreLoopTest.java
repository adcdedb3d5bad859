package dev.muster.worker.core;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.SecretSource;
import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.signals.Signals;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.StepRef;
import dev.muster.records.core.CoreReport;
import dev.muster.records.runs.NewRun;
import dev.muster.worker.discovery.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds that Muster executes, over a real database and a real server. */
final class CoreLoopTest {

  private static final String KEY = "a-key-of-enough-letters";

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 2);
  private final SettableClock clock = new SettableClock(T0);
  private final List<ClusterName> nudged = new CopyOnWriteArrayList<>();
  private final AnsweringServer server = new AnsweringServer();
  private Reading secret = new Reading.Found(KEY);
  private CoreLoop loop = loop(CoreSettings.DEFAULT);

  @AfterEach
  void close() {
    server.close();
    database.close();
  }

  @Test
  void aRequestIsMadeOnceWithTheActionsIdAndHandsTheAnswerOn() throws InterruptedException {
    server.answers(200, "{\"id\": 7}");
    ActionId action = started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    look();
    look();
    assertThat(server.asked()).hasSize(1);
    AnsweringServer.Question asked = server.asked().getFirst();
    assertThat(asked.method()).isEqualTo("POST");
    assertThat(asked.header("Idempotency-Key")).isEqualTo(action.toString());
    assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    assertThat(asked.json().path("id").asString()).isEqualTo(action.toString());
    assertThat(asked.json().path("node").asString()).isEqualTo("n-0000");
    CoreReport report = report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.payload().orElseThrow().path("json").path("id").asInt()).isEqualTo(7);
    assertThat(nudged).as("the cycle hears of it").containsExactly(prod.cluster());
  }

  @Test
  void aServerThatNeedsLongerIsAskedUntilItIsDone() throws InterruptedException {
    server.answers(204, "");
    server.answers(200, "{\"state\": \"RUNNING\", \"payload\": {\"done\": 1}}");
    server.answers(200, "{\"state\": \"DONE\", \"payload\": {\"done\": 2}}");
    started("http", "{'url': '%s', 'every': '10s'}".formatted(url()));
    look();
    look();
    assertThat(server.asked()).as("not before its time").hasSize(1);
    clock.advance(Duration.ofSeconds(10));
    look();
    assertThat(server.asked()).hasSize(2);
    assertThat(report().payload()).contains(WireFormat.JSON.readTree("{\"done\": 1}"));
    clock.advance(Duration.ofSeconds(10));
    look();
    assertThat(server.asked().getLast().json().path("payload").path("done").asInt())
        .as("it hears what it said before")
        .isEqualTo(1);
    CoreReport report = report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.payload()).contains(WireFormat.JSON.readTree("{\"done\": 2}"));
  }

  @Test
  void aServerThatIsAwayInTheMiddleIsAskedAgainAndOneThatNeverAnsweredFails()
      throws InterruptedException {
    server.answers(204, "");
    started("http", "{'url': '%s', 'every': '10s'}".formatted(url()));
    look();
    server.close();
    clock.advance(Duration.ofSeconds(10));
    look();
    assertThat(report().payload().orElseThrow().path("unanswered").asString())
        .contains("did not answer (no connection)");
    ActionId other = started("http", "{'url': '%s'}".formatted(url()));
    look();
    CoreReport report = report();
    assertThat(report.action()).isEqualTo(other);
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).contains("did not answer (no connection)");
  }

  @Test
  void aWaitHasNothingInHandAndEndsWhenItsTimeIsOver() throws InterruptedException {
    started("wait", "{'for': '30s'}");
    look();
    assertThat(loop.look()).as("nothing to do").isEmpty();
    clock.advance(Duration.ofMillis(29_999));
    look();
    assertThat(reports()).isEmpty();
    clock.advance(Duration.ofMillis(1));
    look();
    assertThat(report().state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void aWaitThatIsLongerThanItsStepMayTakeFailsAtOnce() throws InterruptedException {
    started("wait", "{'for': '2m'}");
    look();
    assertThat(report().error().orElseThrow().message())
        .contains("its time is over", "give the step a timeout of more than 120s");
  }

  @Test
  void whatDoesNotEndWithinItsTimeHasTimedOut() throws InterruptedException {
    started("http", "{'url': '%s', 'every': '10m'}".formatted(url()));
    server.answers(204, "");
    look();
    clock.advance(Duration.ofMinutes(1));
    look();
    CoreReport report = report();
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(report.error().orElseThrow().message()).contains("did not end within 60s");
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aMessageIsSignedOverItsIdItsTimeAndItsBody() throws InterruptedException {
    server.answers(202, "");
    ActionId action =
        started(
            "webhook",
            "{'url': '%s', 'key': '${secrets.hook_key}', 'body': {'a': 1}}".formatted(url()));
    look();
    AnsweringServer.Question asked = server.asked().getFirst();
    assertThat(asked.body()).isEqualTo("{\"a\":1}");
    assertThat(asked.header("webhook-id")).isEqualTo(action.toString());
    assertThat(asked.header("Idempotency-Key")).isEqualTo(action.toString());
    assertThat(asked.header("webhook-signature"))
        .isEqualTo(
            "v1,"
                + WebhookExecution.signature(
                    KEY,
                    action.toString(),
                    asked.header("webhook-timestamp"),
                    asked.body().getBytes(StandardCharsets.UTF_8)));
    assertThat(report().state()).isEqualTo(ActionState.DONE);
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
    server.answers(503, "");
    server.answers(500, "");
    server.answers(200, "");
    ActionId action =
        started("webhook", "{'url': '%s', 'key': '${secrets.hook_key}'}".formatted(url()));
    look();
    clock.advance(Duration.ofSeconds(1));
    look();
    look();
    assertThat(server.asked()).as("the next one after two seconds").hasSize(2);
    clock.advance(Duration.ofSeconds(2));
    look();
    assertThat(server.asked())
        .hasSize(3)
        .allMatch(one -> one.header("Idempotency-Key").equals(action.toString()));
    CoreReport report = report();
    assertThat(report.state()).isEqualTo(ActionState.DONE);
    assertThat(report.told()).hasSize(2);
    assertThat(report.payload().orElseThrow().path("tries").asInt()).isEqualTo(3);
  }

  @Test
  void aSecretGoesToTheServerAndNowhereElse() throws InterruptedException {
    server.answers(500, "you sent " + KEY);
    started("http", "{'url': '%s', 'headers': {'X-Key': '${secrets.hook_key}'}}".formatted(url()));
    look();
    assertThat(server.asked().getFirst().header("X-Key")).isEqualTo(KEY);
    assertThat(report().toString()).contains("you sent •••").doesNotContain(KEY);
  }

  @Test
  void aSecretThatIsAwayIsWaitedForAndOneThatIsNotAllowedFails() throws InterruptedException {
    secret = new Reading.Away("sealed");
    started("http", "{'url': '%s', 'headers': {'X-Key': '${secrets.hook_key}'}}".formatted(url()));
    look();
    assertThat(server.asked()).isEmpty();
    assertThat(reports()).isEmpty();
    secret = new Reading.Found(KEY);
    server.answers(200, "{\"state\": \"DONE\"}");
    clock.advance(Duration.ofSeconds(5));
    look();
    assertThat(report().state()).isEqualTo(ActionState.DONE);
    started("http", "{'url': '%s', 'headers': {'X-Key': '${secrets.other}'}}".formatted(url()));
    look();
    assertThat(report().error().orElseThrow().message()).contains("'other' is not known");
    started("http", "{'url': 'http://10.1.2.3/', 'headers': {'X': '${secrets.hook_key}'}}");
    look();
    assertThat(report().error().orElseThrow().message()).contains("over TLS or on the loopback");
    assertThat(server.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://169.254.169.254/latest", "http://[fe80::1]/"})
  void whatACloudKeepsForItsHostIsNeverAsked(String url) throws InterruptedException {
    started("http", "{'url': '%s', 'method': 'GET'}".formatted(url));
    look();
    assertThat(report().error().orElseThrow().message()).contains("is never asked");
  }

  @Test
  void onlyHostsThatTheWorkersSettingsNameAreAsked() throws InterruptedException {
    loop = loop(new CoreSettings(List.of("*.example.com"), ""));
    started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    look();
    assertThat(report().error().orElseThrow().message())
        .contains("127.0.0.1 is not among the hosts", "muster.core.hosts");
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void anAnswerWithoutEndIsNone() throws InterruptedException {
    server.answers(200, "x".repeat(70_000));
    started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    look();
    assertThat(report().error().orElseThrow().message()).contains("longer than 64 KiB");
  }

  @Test
  void aRedirectIsNotFollowed() throws InterruptedException {
    server.redirects(url() + "/elsewhere");
    started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    look();
    assertThat(report().error().orElseThrow().message()).contains("status 302");
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void whatADeadProcessHadInHandIsDoneAgainUnderTheSameIdAndSaidSo() throws InterruptedException {
    ActionId action = started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    assertThat(records.coreActions(UUID.randomUUID()).take(clock.instant(), 9)).hasSize(1);
    look();
    assertThat(server.asked()).as("somebody else has it").isEmpty();
    server.answers(200, "");
    loop.tidy();
    look();
    assertThat(server.asked().getFirst().header("Idempotency-Key")).isEqualTo(action.toString());
    assertThat(report().told().getFirst())
        .contains("turn 1", "its end is not known", "done again under the same id");
  }

  @Test
  void aProcessThatWasReplacedWritesNothingMore() throws InterruptedException {
    server.holds();
    ActionId action = started("http", "{'url': '%s', 'expect': 'success'}".formatted(url()));
    List<Thread> late = loop.look();
    server.awaitAsked();
    CoreLoop next = loop(CoreSettings.DEFAULT);
    server.letGo();
    next.tidy();
    join(next.look());
    join(late);
    assertThat(server.asked()).hasSize(2);
    List<CoreReport> reports = reports();
    assertThat(reports).hasSize(1);
    assertThat(reports.getFirst().action()).isEqualTo(action);
    assertThat(reports.getFirst().told()).hasSize(1);
  }

  @Test
  void aCancelEndsARequestThatIsUnderWayAndAWaitThatIsNot() throws InterruptedException {
    server.holds();
    ActionId request = started("http", "{'url': '%s'}".formatted(url()));
    List<Thread> begun = loop.look();
    server.awaitAsked();
    signal(request, Signal.CANCEL);
    loop.look();
    join(begun);
    assertThat(report().state()).isEqualTo(ActionState.CANCELLED);
    ActionId wait = started("wait", "{'for': '30s'}");
    look();
    signal(wait, Signal.CANCEL);
    look();
    assertThat(report().state()).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void whatIsSuspendedDoesNothingUntilItIsResumed() throws InterruptedException {
    ActionId action = started("wait", "{'for': '30s'}");
    look();
    clock.advance(Duration.ofSeconds(10));
    signal(action, Signal.SUSPEND);
    look();
    assertThat(report().state()).isEqualTo(ActionState.SUSPENDED);
    clock.advance(Duration.ofSeconds(25));
    look();
    assertThat(reports()).isEmpty();
    signal(action, Signal.RESUME);
    look();
    assertThat(report().state()).isEqualTo(ActionState.RUNNING);
    clock.advance(Duration.ofSeconds(19));
    look();
    assertThat(reports()).as("ten seconds are over, and nineteen").isEmpty();
    clock.advance(Duration.ofSeconds(1));
    look();
    assertThat(report().state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void theTimeOfWhatIsSuspendedGoesOn() throws InterruptedException {
    ActionId action = started("wait", "{'for': '30s'}");
    look();
    signal(action, Signal.SUSPEND);
    look();
    assertThat(report().state()).isEqualTo(ActionState.SUSPENDED);
    clock.advance(Duration.ofMinutes(1));
    look();
    assertThat(report().cause()).isEqualTo(Cause.TIMED_OUT);
  }

  @Test
  void whatEndedForOtherReasonsIsForgotten() throws InterruptedException {
    ActionId action = started("wait", "{'for': '30s'}");
    look();
    prod.cycle(writes ->
        writes
            .actions()
            .change(
                List.of(
                    RecordsFixture.change(
                        action, ActionState.RUNNING, ActionState.CANCELLED, T0))));
    loop.tidy();
    clock.advance(Duration.ofSeconds(30));
    look();
    assertThat(reports()).isEmpty();
  }

  @Test
  void case46AFailureKeepsTheProgressAndHasItsReason() throws InterruptedException {
    server.answers(200, "{\"state\": \"RUNNING\", \"payload\": {\"done\": 1}}");
    started("http", "{'url': '%s', 'every': '10m'}".formatted(url()));
    look();
    reports();
    clock.advance(Duration.ofMinutes(1));
    look();
    CoreReport report = report();
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).isNotBlank();
    assertThat(report.payload()).contains(WireFormat.JSON.readTree("{\"done\": 1}"));
  }

  @Test
  void case47AKindThatThereIsNotFailsByNameAndOthersGoOn() throws InterruptedException {
    ActionId unknown = started("debug.counting", "{}");
    ActionId known = started("wait", "{'for': '1ms'}");
    clock.advance(Duration.ofMillis(1));
    look();
    List<CoreReport> reports = reports();
    CoreReport failed = of(reports, unknown);
    assertThat(failed.state()).isEqualTo(ActionState.FAILED);
    assertThat(failed.error().orElseThrow().message())
        .contains("'debug.counting' is no action that Muster itself executes");
    assertThat(of(reports, known).state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void case49OfTwoInWorkOneGoesOnAndTheOtherEndsWithItsTime() throws InterruptedException {
    ActionId longer = started("wait", "{'for': '30s'}");
    ActionId shorter = started("wait", "{'for': '10s'}");
    look();
    clock.advance(Duration.ofSeconds(10));
    look();
    CoreReport report = report();
    assertThat(report.action()).isEqualTo(shorter);
    assertThat(report.finishedAt()).contains(clock.instant());
    clock.advance(Duration.ofSeconds(20));
    look();
    assertThat(report().action()).isEqualTo(longer);
  }

  @Test
  void case51WhatEndsInItsLastTurnIsDoneThoughItsTimeIsOver() throws InterruptedException {
    server.holds();
    server.answers(200, "{\"state\": \"DONE\"}");
    started("http", "{'url': '%s'}".formatted(url()));
    List<Thread> begun = loop.look();
    server.awaitAsked();
    clock.advance(Duration.ofMinutes(2));
    server.letGo();
    join(begun);
    assertThat(report().state()).isEqualTo(ActionState.DONE);
  }

  private CoreLoop loop(CoreSettings settings) {
    SecretSource source = () -> secret;
    Secrets secrets =
        new Secrets(
            new SecretRules(
                Map.of(
                    "hookkey",
                    new SecretRules.Allowed(
                        List.of(new ClusterPattern("*")), List.of(new ClusterPattern("*"))))),
            Map.of("hookkey", source));
    Signals signals =
        new Signals() {
          @Override
          public void progressed(RunId run) {
            throw new AssertionError("only cycles tell runs");
          }

          @Override
          public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
            nudged.add(cluster);
          }
        };
    return new CoreLoop(records, settings, secrets, signals, clock);
  }

  private String url() {
    return server.url();
  }

  /** A step of a run, handed over by a cycle; it may take a minute. */
  private ActionId started(String kind, String args) {
    NewRun run = prod.started(prod.run(List.of(RecordsFixture.node(0))));
    StageKey stage = new StageKey(run.id(), 0);
    NewAction step = prod.step(stage, 0, RecordsFixture.node(0));
    NewAction own =
        new NewAction(
            step.id(),
            step.cluster(),
            step.node(),
            new NewAction.Work(
                new ActionKind(kind),
                WireFormat.JSON.readTree(args.replace('\'', '"')),
                Map.of("step", "step-0"),
                NewAction.CORE,
                "ada",
                Executor.CORE),
            step.terms(),
            Optional.of(new StepRef(stage, 0, "step-0", 1)),
            step.entry(),
            step.outcome());
    records.actions().insert(List.of(own));
    prod.cycle(writes -> {
      writes
          .actions()
          .change(
              List.of(
                  RecordsFixture.change(
                      own.id(), ActionState.PENDING_SCHEDULE, ActionState.RUNNING, T0)));
      writes.core().handOver(List.of(own.id()), clock.instant());
      return true;
    });
    return own.id();
  }

  private void signal(ActionId action, Signal signal) {
    prod.cycle(writes -> {
      writes.core().signal(action, signal);
      return true;
    });
  }

  private void look() throws InterruptedException {
    join(loop.look());
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private List<CoreReport> reports() {
    return prod.cycle(writes -> writes.core().take());
  }

  private static CoreReport of(List<CoreReport> reports, ActionId action) {
    return reports.stream().filter(one -> one.action().equals(action)).findFirst().orElseThrow();
  }

  private CoreReport report() {
    List<CoreReport> reports = reports();
    assertThat(reports).hasSize(1);
    return reports.getFirst();
  }
}
