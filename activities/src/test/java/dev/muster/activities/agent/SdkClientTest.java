package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.activities.fake.sdk.StandInAgent.Generation;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents of both generations of the SDK, as their stand-in is one. */
@ParameterizedClass
@EnumSource(Generation.class)
final class SdkClientTest {

  private static final String LOOP = "agent.replicante.io/test.loop";
  private static final String SUCCESS = "agent.replicante.io/test.success";
  private static final String FAIL = "agent.replicante.io/test.fail";

  private final Path folder;
  private final Generation generation;
  private final SdkClient client;
  private StandInAgent standIn;

  SdkClientTest(Generation generation, @TempDir Path folder) {
    this.generation = generation;
    this.folder = folder;
    this.client = client(generation);
    this.standIn = StandInAgent.start("n1", folder.resolve("agent.db"), generation);
  }

  @AfterEach
  void stop() {
    client.close();
    standIn.close();
  }

  @Test
  void tellsWhoTheAgentIsAndWhatItsActionsAre() {
    ActionId running = submit(LOOP, "{\"target\": 3}");
    ActionId waiting = submit(SUCCESS, "{}");
    standIn.steps(2);

    ActionSnapshot snapshot = snapshot(Since.BEGINNING);

    assertThat(snapshot.info().nodeId()).isEqualTo("n1");
    assertThat(snapshot.info().status()).isEqualTo(NodeStatus.UP);
    assertThat(snapshot.info().attributes()).containsEntry("store.version", "1.2.3");
    assertThat(snapshot.actions())
        .extracting(ActionReport::id)
        .containsExactly(running.value(), waiting.value());
    ActionReport first = snapshot.actions().getFirst();
    assertThat(first.state()).isEqualTo(ActionState.RUNNING);
    assertThat(first.payload().orElseThrow().path("count").asInt()).isEqualTo(2);
    assertThat(first.metadata()).containsEntry("cluster", "prod");
    assertThat(first.origin()).isEqualTo("core");
    assertThat(first.args()).isEqualTo(WireFormat.JSON.readTree("{\"target\": 3}"));

    standIn.steps(2);

    assertThat(snapshot(Since.cursor(snapshot.cursor())).actions())
        .extracting(ActionReport::state)
        .containsExactly(ActionState.DONE, ActionState.DONE);
  }

  @Test
  void aFailedActionTellsWhy() {
    submit(FAIL, "{}");
    standIn.step();

    ActionReport failed = snapshot(Since.BEGINNING).actions().getFirst();

    assertThat(failed.state()).isEqualTo(ActionState.FAILED);
    assertThat(failed.error().orElseThrow().message()).isEqualTo("Test action failed as expected");
    assertThat(failed.finishedAt()).isPresent();
  }

  @Test
  void theQueueIsReadBeforeTheFinishedList() {
    snapshot(Since.BEGINNING);
    assertThat(standIn.requests())
        .containsSubsequence("GET /actions/queue", "GET /actions/finished");
  }

  @Test
  void whatIsBeyondTheCapsIsAskedForAsLongAsItIsUnfinishedHereAndNoLonger() {
    List<ActionId> ids = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      ids.add(submit(SUCCESS, "{}"));
    }
    standIn.steps(130);
    ActionSnapshot listed = snapshot(Since.BEGINNING);
    assertThat(listed.actions()).hasSize(generation == Generation.FIRST ? 100 : 50);
    listed.actions().forEach(action -> ids.remove(new ActionId(action.id())));
    ActionId hidden = ids.getFirst();

    ActionSnapshot asked = snapshot(new Since(listed.cursor(), Set.of(hidden)));

    assertThat(asked.actions()).extracting(ActionReport::id).containsExactly(hidden.value());
    assertThat(asked.actions().getFirst().state()).isEqualTo(ActionState.DONE);
    long before = standIn.requests(record(hidden));
    snapshot(Since.cursor(asked.cursor()));
    assertThat(standIn.requests(record(hidden))).isEqualTo(before);
  }

  @Test
  void whatEndedAndWasSeenIsNotFetchedAgain() {
    ActionId done = submit(SUCCESS, "{}");
    standIn.step();
    ActionSnapshot first = snapshot(Since.BEGINNING);
    assertThat(first.actions()).hasSize(1);

    ActionSnapshot second = snapshot(Since.cursor(first.cursor()));

    assertThat(second.actions()).isEmpty();
    assertThat(second.cursor()).isEqualTo(first.cursor());
    assertThat(standIn.requests(record(done))).isEqualTo(1);
  }

  @Test
  void anActionThatTheAgentLacksIsSimplyMissing() {
    ActionId unknown = new ActionId(UUID.randomUUID());
    assertThat(snapshot(new Since(1, Set.of(unknown))).actions()).isEmpty();
  }

  @Test
  void aKnownIdIsResolvedByReadingItsRecord() {
    ActionId id = submit(LOOP, "{\"target\": 3}");
    standIn.step();

    assertThat(answer(id, LOOP, "{\"target\": 3}").result()).isEqualTo(Verdict.DUPLICATE);
    SubmissionAnswer conflict = answer(id, LOOP, "{\"target\": 4}");
    assertThat(conflict.result()).isEqualTo(Verdict.CONFLICT);
    assertThat(conflict.record().orElseThrow().args())
        .isEqualTo(WireFormat.JSON.readTree("{\"target\": 3}"));
    assertThat(answer(id, SUCCESS, "{\"target\": 3}").result()).isEqualTo(Verdict.CONFLICT);
    assertThat(snapshot(Since.BEGINNING).actions().getFirst().state())
        .isEqualTo(ActionState.RUNNING);
  }

  @Test
  void whatTheAgentWouldRefuseAgainIsRefusedForGoodAndTheRestIsTaken() {
    ActionSubmission wrong = submission(new ActionId(UUID.randomUUID()), "no/such.kind", "{}");
    ActionSubmission right = submission(new ActionId(UUID.randomUUID()), SUCCESS, "{}");

    List<SubmissionAnswer> answers =
        client.submit(agent(), List.of(wrong, right)).found().orElseThrow();

    assertThat(answers)
        .extracting(SubmissionAnswer::result)
        .containsExactly(Verdict.REFUSED, Verdict.ACCEPTED);
    assertThat(answers.getFirst().reason().orElseThrow()).contains("no/such.kind");
  }

  @Test
  void aSignalIsRefusedWithoutAskingAndSaysWhy() {
    ActionId id = submit(LOOP, "{}");
    for (Signal signal : Signal.values()) {
      assertThat(client.signal(agent(), id, signal).found().orElseThrow())
          .isInstanceOfSatisfying(
              SignalAnswer.Refused.class,
              refused -> assertThat(refused.reason()).contains(protocol().id(), "no "));
    }
    assertThat(standIn.requests()).hasSize(1);
  }

  @Test
  void aStoreThatIsAwayIsANodeThatIsDown() {
    standIn.become("HEALTHY", Optional.empty(), false);
    ActionSnapshot snapshot = snapshot(Since.BEGINNING);
    assertThat(snapshot.info().status()).isEqualTo(NodeStatus.NODE_DOWN);
    assertThat(snapshot.info().statusReason().orElseThrow()).contains("the store", "500");
  }

  @Test
  void anAgentOfAnotherNodeIsNamed() {
    AgentEndpoint other =
        new AgentEndpoint(
            new ClusterName("prod"), new NodeId("n2"), standIn.address(), protocol().id());
    assertThat(client.snapshot(other, Since.BEGINNING).error().orElseThrow())
        .contains("'n1', not 'n2'");
  }

  @Test
  void aWatchEndsWhenAnActionDoesAndNotBefore() {
    ActionId id = submit(LOOP, "{\"target\": 2}");
    Since since = new Since(snapshot(Since.BEGINNING).cursor(), Set.of(id));
    CompletableFuture<AgentAnswer<ActionSnapshot>> watch =
        CompletableFuture.supplyAsync(() -> client.watch(agent(), since, Duration.ofMinutes(1)));
    long looks = standIn.requests("GET /actions/queue");
    Awaitility.await().until(() -> standIn.requests("GET /actions/queue") > looks + 2);
    assertThat(watch).isNotDone();

    standIn.steps(2);

    ActionSnapshot seen = watch.join().found().orElseThrow();
    assertThat(seen.actions().getFirst().state()).isIn(ActionState.RUNNING, ActionState.DONE);
    assertThat(seen.cursor()).isGreaterThan(since.cursor());
  }

  @Test
  void aStoreSurvivesAnAgentThatWasKilled() throws Exception {
    ActionId id = submit(LOOP, "{\"target\": 3}");
    standIn.step();
    standIn.close();
    Files.writeString(folder.resolve("agent.db"), "{\"cut off", StandardOpenOption.APPEND);
    standIn = StandInAgent.start("n1", folder.resolve("agent.db"), generation);

    standIn.steps(2);

    ActionReport done = snapshot(new Since(1, Set.of(id))).actions().getFirst();
    assertThat(done.state()).isEqualTo(ActionState.DONE);
    assertThat(done.payload().orElseThrow().path("count").asInt()).isEqualTo(3);
  }

  private static SdkClient client(Generation generation) {
    AgentProtocol protocol =
        switch (generation) {
          case FIRST -> AgentProtocol.REPLICANTE_V0_G1;
          case SECOND -> AgentProtocol.REPLICANTE_V0;
        };
    return SdkClient.of(protocol, AgentClientSettings.DEFAULT, Clock.systemUTC());
  }

  private AgentProtocol protocol() {
    return generation == Generation.FIRST
        ? AgentProtocol.REPLICANTE_V0_G1
        : AgentProtocol.REPLICANTE_V0;
  }

  private String record(ActionId id) {
    return "GET %s/%s".formatted(generation == Generation.FIRST ? "/actions/info" : "/action", id);
  }

  private AgentEndpoint agent() {
    return new AgentEndpoint(
        new ClusterName("prod"), new NodeId("n1"), standIn.address(), protocol().id());
  }

  private ActionSnapshot snapshot(Since since) {
    AgentAnswer<ActionSnapshot> answer = client.snapshot(agent(), since);
    return answer.found().orElseThrow(() -> new AssertionError(answer.error().orElse("")));
  }

  private ActionId submit(String kind, String args) {
    ActionId id = new ActionId(UUID.randomUUID());
    assertThat(answer(id, kind, args).result()).isEqualTo(Verdict.ACCEPTED);
    return id;
  }

  private SubmissionAnswer answer(ActionId id, String kind, String args) {
    AgentAnswer<List<SubmissionAnswer>> answer =
        client.submit(agent(), List.of(submission(id, kind, args)));
    return answer
        .found()
        .orElseThrow(() -> new AssertionError(answer.error().orElse("")))
        .getFirst();
  }

  private static ActionSubmission submission(ActionId id, String kind, String args) {
    return new ActionSubmission(
        Optional.of(id.value()),
        kind,
        WireFormat.JSON.readTree(args),
        Map.of("cluster", "prod"),
        Optional.of(Instant.now()),
        Optional.empty(),
        Optional.of("core"),
        Optional.empty());
  }
}
