package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Outcome;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.kind.TestKind;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.Offer;
import dev.muster.agent.store.Offers;
import dev.muster.agent.store.StoreRetention;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Replicante's second-generation agent framework does, case by case; the numbers are those of
 * docs/conformance/replicante-agent.md, which also says where Muster departs, and why.
 */
final class ReplicanteConformanceTest {

  @TempDir Path folder;

  private TestAgent agent;
  private Caller caller;

  @BeforeEach
  void start() throws Exception {
    agent = TestAgent.start(folder.resolve("data"), "--allow", "sh");
    caller = agent.caller();
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void case01AnActionWithAnIdOfTheCallersKeepsIt() {
    UUID id = UUID.randomUUID();
    assertThat(caller.accepted("{\"id\":\"%s\",\"kind\":\"test.success\"}".formatted(id)))
        .isEqualTo(id);
  }

  @Test
  void case02AnUnknownKindIsRefusedAndNothingStored() {
    assertThat(caller.refused("{\"kind\":\"example.com/none\"}")).contains("example.com/none");
    assertThat(caller.snapshot(0).actions()).isEmpty();
  }

  @Test
  void case03ACreationTimeOfAnotherZoneIsRefused() {
    assertThat(
            caller.refused(
                "{\"kind\":\"test.success\",\"createdAt\":\"2026-01-31T12:00:00+03:00\"}"))
        .contains("in UTC");
  }

  @Test
  void case04AnIdThatIsTakenKeepsItsRecord() {
    UUID id = caller.accepted("{\"kind\":\"test.success\",\"args\":{\"n\":1}}");
    ActionReport before = caller.until(id, ActionState.DONE);
    assertThat(
            caller
                .submit("{\"id\":\"%s\",\"kind\":\"test.fail\"}".formatted(id))
                .getFirst()
                .result())
        .isEqualTo(Verdict.CONFLICT);
    assertThat(caller.action(id)).isEqualTo(before);
  }

  @Test
  void case05AnActionIsLookedUpByItsId() {
    UUID id = caller.accepted("{\"kind\":\"test.success\",\"metadata\":{\"k\":\"v\"}}");
    assertThat(caller.action(id).metadata()).isEqualTo(Map.of("k", "v"));
    assertThat(caller.get("/v1/actions/" + UUID.randomUUID()).statusCode()).isEqualTo(404);
  }

  @Test
  void case06TheQueueIsTheRunningOneThenTheNewOnesByReceipt() {
    UUID done = caller.accepted("{\"kind\":\"test.success\"}");
    caller.until(done, ActionState.DONE);
    UUID running = slow();
    UUID first = caller.accepted("{\"kind\":\"test.success\"}");
    UUID second = caller.accepted("{\"kind\":\"test.success\"}");
    caller.until(running, ActionState.RUNNING);
    assertThat(caller.snapshot(caller.snapshot(0).cursor()).actions())
        .extracting(ActionReport::id)
        .containsExactly(running, first, second);
  }

  @Test
  void case07TheFinishedOneIsListed() {
    UUID done = caller.accepted("{\"kind\":\"test.success\"}");
    caller.until(done, ActionState.DONE);
    assertThat(caller.snapshot(0).actions()).extracting(ActionReport::id).containsExactly(done);
  }

  @Test
  void case08OfThreeReceivedAtOnceTheFirstIsNext() throws Exception {
    try (ActionStore store = ActionStore.open(folder.resolve("store"), new MovableClock())) {
      assertThat(store.startNext()).isEmpty();
      List<Offer> offers = List.of(offer("test.ping"), offer("test.ping"), offer("test.ping"));
      store.submit(offers);
      assertThat(store.startNext().orElseThrow().id()).isEqualTo(offers.getFirst().id());
    }
  }

  /** Only an edited store has this; by order of receipt alone the older one would come first. */
  @Test
  void case09TheRunningOneComesBeforeAnOlderNewOne() throws Exception {
    Path data = folder.resolve("crashed");
    Offer older = offer("test.ping");
    Offer interrupted = offer("test.ping", "{\"delay_ms\":100}");
    try (ActionStore store = ActionStore.open(data, Clock.systemUTC())) {
      store.submit(List.of(interrupted));
      assertThat(store.startNext()).isPresent();
      store.submit(List.of(older));
    }
    edit(data, "update action set sequence = 0 where state = 'NEW'");
    try (TestAgent again = TestAgent.start(data)) {
      ActionReport recovered = again.caller().until(interrupted.id(), ActionState.DONE);
      assertThat(recovered.transitions().orElseThrow())
          .extracting(step -> step.why().orElse(""))
          .contains("recovered after a restart of the agent");
      assertThat(again.caller().until(older.id(), ActionState.DONE).startedAt().orElseThrow())
          .isAfterOrEqualTo(recovered.finishedAt().orElseThrow());
    }
  }

  @Test
  void case10AnErrorFailsTheActionWithItsMessage() {
    UUID id = caller.accepted("{\"kind\":\"test.fail\",\"args\":{\"message\":\"no disk\"}}");
    ActionReport report = caller.until(id, ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).isEqualTo("no disk");
    assertThat(report.finishedAt()).isPresent();
  }

  @Test
  void case11AnActionThatBeginsIsRunningAndHasNoPayloadOrErrorYet() {
    UUID id = slow();
    ActionReport report = caller.until(id, ActionState.RUNNING);
    assertThat(report.payload()).isEmpty();
    assertThat(report.error()).isEmpty();
    assertThat(report.finishedAt()).isEmpty();
  }

  @Test
  void case12AnEndWithoutAPayloadKeepsTheOneThatIsThere() throws Exception {
    try (ActionStore store = ActionStore.open(folder.resolve("store"), Clock.systemUTC())) {
      StoredAction action = progressed(store);
      store.finishAndStartNext(action, Outcome.done());
      assertThat(store.find(action.id()).orElseThrow().result().payload().orElseThrow().toString())
          .isEqualTo("{\"step\":1}");
    }
  }

  @Test
  void case13AnEndWithAPayloadAndAnErrorReplacesThem() throws Exception {
    try (ActionStore store = ActionStore.open(folder.resolve("store"), Clock.systemUTC())) {
      StoredAction action = progressed(store);
      store.finishAndStartNext(
          action, Outcome.failed("no").with(WireFormat.JSON.createObjectNode().put("step", 2)));
      StoredAction.Result result = store.find(action.id()).orElseThrow().result();
      assertThat(result.payload().orElseThrow().toString()).isEqualTo("{\"step\":2}");
      assertThat(result.error().orElseThrow().message()).isEqualTo("no");
    }
  }

  @Test
  void case14AKindThatIsGoneFailsTheAction() throws Exception {
    UUID waiting;
    try (ActionStore store = ActionStore.open(folder.resolve("older"), Clock.systemUTC())) {
      Offer offer = offer("example.gone");
      waiting = offer.id();
      store.submit(List.of(offer));
    }
    try (TestAgent again = TestAgent.start(folder.resolve("older"))) {
      ActionReport report = again.caller().until(waiting, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .contains("'example.gone' is not known to this agent");
    }
  }

  @Test
  void case15WhatFinishedLongAgoIsForgottenAndNothingElse() throws Exception {
    MovableClock clock = new MovableClock();
    try (ActionStore store = ActionStore.open(folder.resolve("store"), clock)) {
      UUID done = finished(store, Outcome.done());
      UUID failed = finished(store, Outcome.failed("x"));
      clock.advance(Duration.ofDays(2));
      UUID recent = finished(store, Outcome.done());
      Offer unfinished = offer("test.ping");
      store.submit(List.of(unfinished));
      assertThat(store.purge(new StoreRetention(Duration.ofDays(1), 0)))
          .containsExactly(done, failed);
      assertThat(store.find(recent)).isPresent();
      assertThat(store.find(unfinished.id())).isPresent();
    }
  }

  @Test
  void case16ALoopCountsToTenUnlessToldOtherwiseAndGoesOnFromItsPayload() throws Exception {
    ActionReport ten =
        caller.until(
            caller.accepted("{\"kind\":\"test.loop\",\"args\":{\"delay_ms\":1}}"),
            ActionState.DONE);
    assertThat(Caller.payload(ten).get("count").intValue()).isEqualTo(10);
    ActionReport three =
        caller.until(
            caller.accepted("{\"kind\":\"test.loop\",\"args\":{\"count\":3,\"delay_ms\":1}}"),
            ActionState.DONE);
    assertThat(Caller.payload(three).get("count").intValue()).isEqualTo(3);
    UUID interrupted;
    try (ActionStore store = ActionStore.open(folder.resolve("crashed"), Clock.systemUTC())) {
      store.submit(List.of(offer("test.loop")));
      StoredAction action = store.startNext().orElseThrow();
      interrupted = action.id();
      store.progress(action, WireFormat.JSON.createObjectNode().put("count", 9).put("target", 10));
    }
    try (TestAgent again = TestAgent.start(folder.resolve("crashed"))) {
      ActionReport report = again.caller().until(interrupted, ActionState.DONE);
      assertThat(Caller.payload(report).get("count").intValue()).isEqualTo(10);
    }
  }

  @Test
  void case17OneNameIsOneKind() {
    Assertions.assertThatThrownBy(
            () -> new Kinds(List.of(TestKind.ping(), TestKind.ping()), Map.of()))
        .hasMessageContaining("'test.ping' is registered twice");
  }

  @Test
  void case20ArgumentsThatTheKindRejectsAreRefusedAndNothingStored() {
    assertThat(caller.refused("{\"kind\":\"test.loop\",\"args\":{\"count\":\"many\"}}"))
        .startsWith("args.count: \"many\" (expected: a whole number");
    assertThat(caller.snapshot(0).actions()).isEmpty();
  }

  private UUID slow() {
    return caller.accepted("{\"kind\":\"test.success\",\"args\":{\"delay_ms\":60000}}");
  }

  private static StoredAction progressed(ActionStore store) {
    store.submit(List.of(offer("test.loop")));
    StoredAction action = store.startNext().orElseThrow();
    store.progress(action, WireFormat.JSON.createObjectNode().put("step", 1));
    return action;
  }

  private static UUID finished(ActionStore store, Outcome outcome) {
    store.submit(List.of(offer("test.ping")));
    StoredAction action = store.startNext().orElseThrow();
    store.finishAndStartNext(action, outcome);
    return action.id();
  }

  private static void edit(Path data, String statement) throws Exception {
    try (Connection store =
        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("agent.db"))) {
      assertThat(store.createStatement().executeUpdate(statement)).isEqualTo(1);
    }
  }

  private static Offer offer(String kind) {
    return offer(kind, "{}");
  }

  private static Offer offer(String kind, String args) {
    return Offers.of(UUID.randomUUID(), kind, args);
  }
}
