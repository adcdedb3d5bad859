package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.RawServer;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HttpAgentClientTest {

  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final NodeId NODE = new NodeId("n1");

  private final HttpAgentClient client =
      new HttpAgentClient(
          new AgentClientSettings(
              Duration.ofSeconds(1),
              DEADLINE,
              100_000,
              100,
              Optional.of("s3cret"),
              TlsToAgents.DEFAULT));

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void fetchesSubmitsAndSignals() {
    try (FakeAgent fake = FakeAgent.start("n1")) {
      ActionId id = new ActionId(UUID.randomUUID());

      AgentAnswer<List<SubmissionAnswer>> answers =
          client.submit(fake.agent(), List.of(submission(id, "{\"a\":1}")));
      AgentAnswer<SignalAnswer> signalled = client.signal(fake.agent(), id, Signal.CANCEL);
      AgentAnswer<ActionSnapshot> snapshot = client.snapshot(fake.agent(), Since.BEGINNING);

      assertThat(answers.found().orElseThrow())
          .extracting(SubmissionAnswer::result)
          .containsExactly(SubmissionAnswer.Verdict.ACCEPTED);
      assertThat(signalled.found()).contains(new SignalAnswer.Accepted());
      assertThat(snapshot.found().orElseThrow().actions()).hasSize(1);
    }
  }

  @Test
  void saysWhatTheAgentSaidWhenItRefusesASignal() {
    try (FakeAgent fake = FakeAgent.start("n1")) {
      ActionId unknown = new ActionId(UUID.randomUUID());

      assertThat(client.signal(fake.agent(), unknown, Signal.CANCEL).found())
          .contains(new SignalAnswer.Refused("no action " + unknown));
    }
  }

  @Test
  void longPollAnswersWhenSomethingChanges() throws InterruptedException {
    try (FakeAgent fake = FakeAgent.start("n1")) {
      long cursor = client.snapshot(fake.agent(), Since.BEGINNING).found().orElseThrow().cursor();
      CountDownLatch answered = new CountDownLatch(1);
      Thread.startVirtualThread(() -> {
        client.watch(fake.agent(), Since.cursor(cursor), Duration.ofSeconds(20));
        answered.countDown();
      });
      while (fake.requests("GET /v1/actions?since=" + cursor + "&wait=20") == 0) {
        Thread.onSpinWait();
      }
      fake.status(dev.muster.domain.cluster.NodeStatus.UNHEALTHY);

      assertThat(answered.await(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anAgentThatWasStartedAgainIsReachedHoweverManyConnectionsItHadBefore()
      throws InterruptedException {
    int port;
    try (FakeAgent fake = FakeAgent.start("n1")) {
      port = fake.port();
      long cursor = client.snapshot(fake.agent(), Since.BEGINNING).found().orElseThrow().cursor();
      List<Thread> watchers =
          Stream.generate(() ->
                  Thread.startVirtualThread(() ->
                      client.watch(fake.agent(), Since.cursor(cursor), Duration.ofSeconds(20))))
              .limit(4)
              .toList();
      while (fake.requests("GET /v1/actions?since=" + cursor + "&wait=20") < 4) {
        Thread.onSpinWait();
      }
      fake.status(dev.muster.domain.cluster.NodeStatus.UNHEALTHY);
      for (Thread watcher : watchers) {
        watcher.join();
      }
    }
    try (FakeAgent again = FakeAgent.start("n1", port)) {
      assertThat(client.snapshot(again.agent(), Since.BEGINNING).error()).isEmpty();
    }
  }

  @Test
  void deadAgentIsUnreachable() {
    FakeAgent fake = FakeAgent.start("n1");
    AgentEndpoint agent = fake.agent();
    fake.close();

    assertThat(client.snapshot(agent, Since.BEGINNING))
        .isEqualTo(
            new AgentAnswer.Unreachable<>(
                agent.address() + ": connection refused; is the agent running?"));
  }

  @Test
  void unknownHostAndBadAddressAreUnreachable() {
    assertThat(
            error(
                new AgentEndpoint(
                    new ClusterName("prod"),
                    NODE,
                    "http://no-such-host.invalid:1",
                    AgentProtocol.MUSTER_AGENT_V1.id())))
        .contains("host name is not known");
    assertThat(
            error(
                new AgentEndpoint(
                    new ClusterName("prod"),
                    NODE,
                    "what is this",
                    AgentProtocol.MUSTER_AGENT_V1.id())))
        .contains("is no URL");
    assertThat(
            error(
                new AgentEndpoint(
                    new ClusterName("prod"), NODE, "nonsense", AgentProtocol.MUSTER_AGENT_V1.id())))
        .contains("is no URL");
  }

  @Test
  void silentPeerCostsTheDeadlineAndNoMore() {
    try (RawServer silent = RawServer.start(out -> new CountDownLatch(1).await())) {
      Instant before = Instant.now();

      assertThat(error(silent.agent("n1"))).contains("no complete answer within 0.5 s");
      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(9));
    }
  }

  @Test
  void dribblingBodyCostsTheDeadlineAndNoMore() {
    RawServer.Behaviour dribble =
        out -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
          CountDownLatch never = new CountDownLatch(1);
          for (int i = 0; i < 1000 && !never.await(20, TimeUnit.MILLISECONDS); i++) {
            out.write(' ');
            out.flush();
          }
        };
    try (RawServer slow = RawServer.start(dribble)) {
      Instant before = Instant.now();

      assertThat(client.snapshot(slow.agent("n1"), Since.BEGINNING))
          .isInstanceOf(AgentAnswer.Unreachable.class);
      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(9));
    }
  }

  @Test
  void oversizedBodyIsGarbageAndNotRead() {
    try (RawServer announced =
            RawServer.saying(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100000000\r\n\r\n{");
        RawServer endless =
            RawServer.start(out -> {
              out.write(
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
                      .getBytes(StandardCharsets.UTF_8));
              byte[] spaces = " ".repeat(8192).getBytes(StandardCharsets.UTF_8);
              for (int i = 0; i < 100_000; i++) {
                out.write(spaces);
              }
            })) {
      assertThat(garbage(announced)).endsWith("the answer is larger than 100000 bytes");
      assertThat(garbage(endless)).endsWith("the answer is larger than 100000 bytes");
    }
  }

  @Test
  void garbageIsNamedForWhatItIs() {
    assertThat(garbage("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>"))
        .contains("'text/html', not application/json");
    assertThat(garbageJson("{]")).contains("cannot be read");
    assertThat(garbageJson("[]")).contains("cannot be read");
    assertThat(garbageJson("null")).contains("no 'info'");
    assertThat(garbageJson("{}")).endsWith("cannot be read: Cannot map `null` into type `long`");
    assertThat(
            garbageJson(
                "{\"info\":{\"nodeId\":\"n1\"},\"cursor\":1,\"completeSince\":0,\"actions\":[]}"))
        .contains("lacks");
    assertThat(
            garbageJson(
                "{\"info\":{\"nodeId\":\"other\",\"status\":\"UP\","
                    + "\"epoch\":\"00000000-0000-0000-0000-000000000001\"},"
                    + "\"cursor\":1,\"completeSince\":0,\"actions\":[]}"))
        .contains("looks after node 'other', not 'n1'");
    assertThat(garbage("HTTP/1.1 500 Oops\r\nContent-Type: text/plain\r\n\r\nboom"))
        .contains("answered 500");
    assertThat(garbage("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"))
        .contains("muster.agents.token");
  }

  @Test
  void nestedToDeathIsGarbage() {
    assertThat(garbageJson("{\"actions\":" + "[".repeat(20_000))).contains("cannot be read");
  }

  @Test
  void whatDoesNotSpeakHttpGivesAReason() {
    try (RawServer ssh = RawServer.saying("SSH-2.0-OpenSSH_9.6\r\n")) {
      assertThat(error(ssh.agent("n1"))).startsWith(ssh.agent("n1").address());
    }
  }

  @Test
  void interruptedCallEndsAtOnce() throws InterruptedException {
    try (RawServer silent = RawServer.start(out -> new CountDownLatch(1).await())) {
      Thread caller =
          Thread.startVirtualThread(
              () -> client.watch(silent.agent("n1"), Since.cursor(1), Duration.ofSeconds(60)));
      caller.interrupt();

      assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
    }
  }

  private String garbageJson(String json) {
    try (RawServer server = RawServer.sayingJson(json)) {
      return garbage(server);
    }
  }

  private String garbage(String answer) {
    try (RawServer server = RawServer.saying(answer)) {
      return garbage(server);
    }
  }

  private String garbage(RawServer server) {
    AgentAnswer<ActionSnapshot> answer = client.snapshot(server.agent("n1"), Since.BEGINNING);
    assertThat(answer).isInstanceOf(AgentAnswer.Garbage.class);
    return answer.error().orElseThrow();
  }

  private String error(AgentEndpoint agent) {
    return client.snapshot(agent, Since.BEGINNING).error().orElseThrow();
  }

  private static ActionSubmission submission(ActionId id, String args) {
    return new ActionSubmission(
        Optional.of(id.value()),
        "test.success",
        WireFormat.JSON.readTree(args),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("core"),
        Optional.empty());
  }
}
