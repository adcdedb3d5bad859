package dev.muster.records.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Ended;
import dev.muster.records.credentials.JoinTokenRecord.Standing;
import dev.muster.records.credentials.Joins.Joined;
import dev.muster.records.nodes.NewNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that join: once, one at a time, and taking over nothing. */
final class JoinsTest {

  private static final NodeId N1 = new NodeId("n1");

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final AgentCredentials credentials = records.agentCredentials();
  private final JoinScene scene = JoinScene.of(records);

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void anAgentJoinsOnceAndItsAnswerMayBeLost() {
    UUID token = scene.joinToken(1, Acceptance.BY_SOMEBODY);
    assertThat(scene.join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.New(JoinScene.PROD, Admission.PENDING));
    assertThat(scene.join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Again(JoinScene.PROD, Admission.PENDING));
    assertThat(scene.join(token, "n1", "https://10.0.0.1:1", "b"))
        .isInstanceOf(Joined.Refused.class);
    assertThat(scene.join(token, "n2", "https://10.0.0.2:1", "b"))
        .isEqualTo(new Joined.Ended(Standing.USED_UP));

    AgentCredential kept = credentials.find(JoinScene.PROD, N1).orElseThrow();
    assertThat(kept.certificate()).contains(JoinScene.CERTIFICATE);
    assertThat(kept.sealed().token()).contains("sealed a");
    assertThat(records.nodes().find(JoinScene.PROD, N1).orElseThrow().registered().labels())
        .isEqualTo(Map.of("zone", "a", "rack", "b4"));
    assertThat(records.nodes().find(JoinScene.PROD, N1).orElseThrow().facts().platform())
        .contains("linux-amd64");
  }

  @Test
  void whoHasJoinedIsAnsweredThoughTheTokenExpiredAndNobodyElseIs() {
    UUID token = scene.joinToken(5, Acceptance.AT_ONCE);
    scene.join(token, "n1", "https://10.0.0.1:1", "a");
    Instant late = JoinScene.NOW.plus(Duration.ofHours(2));

    assertThat(
            records.joins().join(JoinScene.request(token, "n1", "https://10.0.0.1:1", "a", late)))
        .isEqualTo(new Joined.Again(JoinScene.PROD, Admission.ACCEPTED));
    assertThat(
            records.joins().join(JoinScene.request(token, "n1", "https://10.0.0.1:1", "b", late)))
        .isEqualTo(new Joined.Ended(Standing.EXPIRED));
    assertThat(
            records.joins().join(JoinScene.request(token, "n2", "https://10.0.0.2:1", "b", late)))
        .isEqualTo(new Joined.Ended(Standing.EXPIRED));
    records.joinTokens().revoke(JoinScene.PROD, token, new Ended(JoinScene.NOW, "ada"));
    assertThat(scene.join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Ended(Standing.REVOKED));
  }

  @Test
  void anAgentMayMoveAndThatIsTold() {
    UUID token = scene.joinToken(1, Acceptance.BY_SOMEBODY);
    scene.join(token, "n1", "https://10.0.0.1:1", "a");
    assertThat(scene.join(token, "n1", "https://10.0.0.9:1", "a"))
        .isEqualTo(new Joined.Moved(JoinScene.PROD, Admission.PENDING));
    assertThat(records.nodes().find(JoinScene.PROD, N1).orElseThrow().registered().agent())
        .isEqualTo("https://10.0.0.9:1");
    assertThat(scene.join(token, "n1", "https://10.0.0.9:1", "b"))
        .isInstanceOf(Joined.Refused.class);
  }

  @Test
  void anAddressIsTakenHoweverItIsWritten() {
    UUID token = scene.joinToken(2, Acceptance.BY_SOMEBODY);
    scene.join(token, "n1", "https://db-1.example:1", "a");
    assertThat(scene.join(token, "n2", "https://DB-1.example:1", "b"))
        .isInstanceOf(Joined.Refused.class);
  }

  /** Somebody adds the node while an agent is about to join as it. */
  @Test
  void aNodeThatIsAddedMeanwhileIsNotTakenOver() throws Exception {
    UUID token = scene.joinToken(1, Acceptance.AT_ONCE);
    Joined joined =
        meanwhile(
            () -> records.nodes().register(newNode("http://127.0.0.1:1")),
            () -> scene.join(token, "n1", "https://10.0.0.66:1", "a"));
    assertThat(joined).isInstanceOf(Joined.Refused.class);
    assertThat(records.nodes().find(JoinScene.PROD, N1).orElseThrow().registered().agent())
        .isEqualTo("http://127.0.0.1:1");
    assertThat(credentials.find(JoinScene.PROD, N1)).isEmpty();
    assertThat(records.joinTokens().find(JoinScene.PROD, token).orElseThrow().used()).isZero();
  }

  @Test
  void oneAddressIsOneNodesThoughTwoComeAtOnce() throws Exception {
    UUID first = scene.joinToken(1, Acceptance.AT_ONCE);
    UUID second = scene.joinToken(1, Acceptance.AT_ONCE);
    Joined joined =
        meanwhile(
            () -> scene.join(first, "n1", "https://10.0.0.1:1", "a"),
            () -> scene.join(second, "n2", "https://10.0.0.1:1", "b"));
    assertThat(joined).isInstanceOf(Joined.Refused.class);
  }

  @Test
  void aJoinTokenThatIsGoneWithItsClusterHasEnded() {
    assertThat(scene.join(UUID.randomUUID(), "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Ended(Standing.REVOKED));
  }

  /** What comes of {@code second}, which waits for {@code first} to be committed. */
  private Joined meanwhile(Supplier<?> first, Supplier<Joined> second) throws Exception {
    FutureTask<Joined> waiting = new FutureTask<>(second::get);
    records.transaction(() -> {
      Object done = first.get();
      Thread.ofVirtual().start(waiting);
      awaitThatSomebodyWaits();
      assertThat(waiting.isDone()).isFalse();
      return done;
    });
    return waiting.get(30, TimeUnit.SECONDS);
  }

  private void awaitThatSomebodyWaits() {
    database.sql(
        """
        do $$ begin
          for i in 1..600 loop
            if exists (select from pg_locks where not granted) then return; end if;
            perform pg_sleep(0.05);
          end loop;
          raise 'nobody waits';
        end $$
        """);
  }

  private static NewNode newNode(String address) {
    return new NewNode(
        JoinScene.PROD,
        N1,
        address,
        AgentProtocol.MUSTER_AGENT_V1,
        Optional.empty(),
        Map.of(),
        JoinScene.NOW,
        "ada");
  }
}
