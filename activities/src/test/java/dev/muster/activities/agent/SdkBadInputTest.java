package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.RawServer;
import dev.muster.activities.fake.sdk.Answers;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.WireFormat;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent that is none, or lies, does to Muster: it is the node's error. */
final class SdkBadInputTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final UUID ID = new UUID(1, 2);

  @AutoClose
  private final SdkClient client =
      SdkClient.of(
          AgentProtocol.REPLICANTE_V0,
          AgentClientSettings.DEFAULT.withDeadline(Duration.ofMillis(1500)),
          Clock.fixed(NOW, ZoneOffset.UTC));

  @AutoClose private final Answers agent = Answers.of("n1");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /info/node        | <html>hello</html>                            | not application/json
          /info/node        | {                                             | no JSON
          /info/node        | []                                            | node_status
          /info/node        | {"node_status":"HEALTHY"}                     | node_id
          /info/node        | {"node_id":"n2","node_status":"HEALTHY"}      | 'n2', not 'n1'
          /info/node        | {"node_id":"n1","node_status":"SPLENDID"}     | node_status
          /actions/queue    | {"actions":{}}                                | 'queue' is none
          /actions/queue    | null                                          | 'queue' is none
          /actions/queue    | {"actions":[{"id":"7"}]}                      | no UUID
          /actions/finished | {"actions":[3]}                               | 'id'
          """)
  void anAnswerOfAnotherShapeSaysWhatIsWrong(String path, String body, String text) {
    agent.say(path, body);
    assertThat(client.snapshot(endpoint(), Since.BEGINNING))
        .isInstanceOfSatisfying(
            AgentAnswer.Garbage.class,
            garbage -> assertThat(garbage.reason()).contains(text).doesNotContain("Exception"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"id\":\"00000000-0000-0001-0000-000000000003\"}",
        "{\"id\":\"00000000-0000-0001-0000-000000000002\",\"kind\":\"Bad Kind\"}",
        "{\"id\":\"00000000-0000-0001-0000-000000000002\",\"kind\":\"a/b\",\"created_time\":\"now\"}",
        "{\"id\":\"00000000-0000-0001-0000-000000000002\",\"kind\":\"a/b\",\"created_time\":\"2026-03-02T08:00:00Z\",\"scheduled_time\":\"2026-03-02T08:00:00Z\",\"state\":{\"phase\":\"LOST\"}}"
      })
  void aRecordOfAnotherShapeIsTheNodesError(String body) {
    agent.say("/action/" + ID, body);
    assertThat(client.snapshot(endpoint(), new Since(0, Set.of(new ActionId(ID)))))
        .isInstanceOf(AgentAnswer.Garbage.class);
  }

  @Test
  void aHundredThousandActionsAreTheNodesError() {
    String items =
        IntStream.range(0, 100_000)
            .mapToObj(
                i -> "{\"id\":\"%s\",\"kind\":\"a/b\",\"phase\":\"NEW\"}".formatted(new UUID(9, i)))
            .collect(Collectors.joining(",", "{\"actions\":[", "]}"));
    agent.say("/actions/finished", items);
    assertThat(client.snapshot(endpoint(), Since.BEGINNING).error().orElseThrow())
        .contains("'finished' has 100000 actions");
  }

  @Test
  void anAnswerWithoutEndIsEndedByTheDeadline() {
    try (RawServer endless =
        RawServer.start(out -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
          while (true) {
            out.write(' ');
            out.flush();
            Thread.sleep(20);
          }
        })) {
      AgentEndpoint where =
          new AgentEndpoint(new NodeId("n1"), endless.agent("n1").address(), "replicante/v0");
      assertThat(client.snapshot(where, Since.BEGINNING))
          .isInstanceOf(AgentAnswer.Unreachable.class);
    }
  }

  @Test
  void whatEndedInTheFutureIsTakenOnceAndHidesNothingThatEndsLater() {
    agent.say("/actions/finished", list(ID));
    agent.say("/action/" + ID, done(ID, "2036-01-01T00:00:00Z"));

    ActionSnapshot first = snapshot(Since.BEGINNING);
    assertThat(first.actions()).extracting(ActionReport::state).containsExactly(ActionState.DONE);
    assertThat(first.cursor()).isEqualTo(NOW.toEpochMilli());
    assertThat(snapshot(Since.cursor(first.cursor())).actions()).isEmpty();
  }

  @Test
  void aSubmissionIsNotRepeatedByItselfWhenTheConnectionBreaks() {
    AtomicInteger connections = new AtomicInteger();
    try (RawServer silent = RawServer.start(out -> connections.incrementAndGet())) {
      AgentEndpoint where =
          new AgentEndpoint(new NodeId("n1"), silent.agent("n1").address(), "replicante/v0");
      ActionSubmission action =
          new ActionSubmission(
              Optional.of(ID),
              "a/b",
              WireFormat.JSON.createObjectNode(),
              Map.of(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      assertThat(client.submit(where, List.of(action))).isInstanceOf(AgentAnswer.Unreachable.class);
      assertThat(connections).hasValue(1);
    }
  }

  /** Every answer is a value, whatever bytes come: what is read from the wire never throws. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void answersThatAreDamagedAtRandomThrowNothing(int seed) {
    Random random = new Random(seed);
    Map<String, String> good =
        Map.of(
            "/info/node",
            "{\"node_id\":\"n1\",\"node_status\":\"HEALTHY\",\"attributes\":{\"a\":1}}",
            "/info/store",
            "{\"cluster_id\":\"c\",\"attributes\":{\"b\":null}}",
            "/actions/queue",
            list(ID),
            "/actions/finished",
            list(new UUID(1, 3)),
            "/action/" + ID,
            done(ID, "2026-03-02T07:00:00Z"),
            "/action/" + new UUID(1, 3),
            done(new UUID(1, 3), "2026-03-02T07:00:00Z"));
    List<String> paths = good.keySet().stream().sorted().toList();
    for (int i = 0; i < 700; i++) {
      good.forEach(agent::say);
      String path = paths.get(random.nextInt(paths.size()));
      agent.say(path, damaged(good.getOrDefault(path, ""), random));
      AgentAnswer<ActionSnapshot> answer = client.snapshot(endpoint(), Since.BEGINNING);
      assertThat(answer.found().isPresent() || answer.error().isPresent()).isTrue();
      assertThat(answer.error().orElse("")).doesNotContain("Exception");
    }
  }

  private static String damaged(String text, Random random) {
    StringBuilder damaged = new StringBuilder(text);
    for (int i = 0; i <= random.nextInt(3); i++) {
      int at = random.nextInt(Math.max(1, damaged.length()));
      switch (random.nextInt(4)) {
        case 0 ->
            damaged.replace(
                Math.min(at, damaged.length()),
                at + 1,
                Character.toString(32 + random.nextInt(95)));
        case 1 -> damaged.delete(Math.min(at, damaged.length()), at + 1);
        case 2 ->
            damaged.insert(
                Math.min(at, damaged.length()),
                List.of("null", "[]", "{}", "\"\"", "1e400", "-1").get(random.nextInt(6)));
        default -> damaged.setLength(Math.min(at + 1, damaged.length()));
      }
    }
    return damaged.toString();
  }

  private ActionSnapshot snapshot(Since since) {
    AgentAnswer<ActionSnapshot> answer = client.snapshot(endpoint(), since);
    return answer.found().orElseThrow(() -> new AssertionError(answer.error().orElse("")));
  }

  private AgentEndpoint endpoint() {
    return new AgentEndpoint(new NodeId("n1"), agent.address(), "replicante/v0");
  }

  private static String list(UUID id) {
    return "{\"actions\":[{\"id\":\"%s\",\"kind\":\"a/b\",\"phase\":\"DONE\"}]}".formatted(id);
  }

  private static String done(UUID id, String finished) {
    return """
    {"id":"%s","kind":"a/b","args":null,"created_time":"2026-03-02T07:00:00Z",
     "scheduled_time":"2026-03-02T07:00:00Z","finished_time":"%s","metadata":{},
     "state":{"phase":"DONE","payload":[1],"error":null}}\
    """
        .formatted(id, finished);
  }
}
