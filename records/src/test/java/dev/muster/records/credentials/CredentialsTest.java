package dev.muster.records.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.credentials.AgentCredentials.Given;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Ended;
import dev.muster.records.credentials.JoinTokenRecord.Gives;
import dev.muster.records.credentials.JoinTokenRecord.Made;
import dev.muster.records.credentials.JoinTokenRecord.Standing;
import dev.muster.records.credentials.JoinTokens.NewJoinToken;
import dev.muster.records.credentials.Joins.Joined;
import dev.muster.records.credentials.Joins.NewJoin;
import dev.muster.records.nodes.NewNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Joining, credentials, and the steps by which tokens are exchanged. */
final class CredentialsTest {

  private static final Instant NOW = RecordsFixture.T0;
  private static final ClusterName PROD = new ClusterName("prod");
  private static final NodeId N1 = new NodeId("n1");
  private static final Fingerprint CERTIFICATE = Fingerprint.of("certificate");

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final AgentCredentials credentials = records.agentCredentials();

  CredentialsTest() {
    RecordsFixture.cluster(records, "prod", 0);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void anAgentJoinsOnceAndItsAnswerMayBeLost() {
    UUID token = joinToken(1, Acceptance.BY_SOMEBODY);
    assertThat(join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.New(PROD, Admission.PENDING));
    assertThat(join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Again(PROD, Admission.PENDING));
    assertThat(join(token, "n1", "https://10.0.0.1:1", "b")).isInstanceOf(Joined.Refused.class);
    assertThat(join(token, "n2", "https://10.0.0.2:1", "b"))
        .isEqualTo(new Joined.Ended(Standing.USED_UP));

    AgentCredential kept = credentials.find(PROD, N1).orElseThrow();
    assertThat(kept.certificate()).contains(CERTIFICATE);
    assertThat(kept.sealed().token()).contains("sealed a");
    assertThat(records.nodes().find(PROD, N1).orElseThrow().registered().labels())
        .isEqualTo(Map.of("zone", "a", "rack", "b4"));
    assertThat(records.nodes().find(PROD, N1).orElseThrow().facts().platform())
        .contains("linux-amd64");
  }

  @Test
  void whoHasJoinedIsAnsweredThoughTheTokenExpiredAndNobodyElseIs() {
    UUID token = joinToken(5, Acceptance.AT_ONCE);
    join(token, "n1", "https://10.0.0.1:1", "a");
    Instant late = NOW.plus(Duration.ofHours(2));

    assertThat(records.joins().join(request(token, "n1", "https://10.0.0.1:1", "a", late)))
        .isEqualTo(new Joined.Again(PROD, Admission.ACCEPTED));
    assertThat(records.joins().join(request(token, "n1", "https://10.0.0.1:1", "b", late)))
        .isEqualTo(new Joined.Ended(Standing.EXPIRED));
    assertThat(records.joins().join(request(token, "n2", "https://10.0.0.2:1", "b", late)))
        .isEqualTo(new Joined.Ended(Standing.EXPIRED));
    records.joinTokens().revoke(PROD, token, new Ended(NOW, "ada"));
    assertThat(join(token, "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Ended(Standing.REVOKED));
  }

  @Test
  void anAgentMayMoveAndThatIsTold() {
    UUID token = joinToken(1, Acceptance.BY_SOMEBODY);
    join(token, "n1", "https://10.0.0.1:1", "a");
    assertThat(join(token, "n1", "https://10.0.0.9:1", "a"))
        .isEqualTo(new Joined.Moved(PROD, Admission.PENDING));
    assertThat(records.nodes().find(PROD, N1).orElseThrow().registered().agent())
        .isEqualTo("https://10.0.0.9:1");
    assertThat(join(token, "n1", "https://10.0.0.9:1", "b")).isInstanceOf(Joined.Refused.class);
  }

  @Test
  void anAddressIsTakenHoweverItIsWritten() {
    UUID token = joinToken(2, Acceptance.BY_SOMEBODY);
    join(token, "n1", "https://db-1.example:1", "a");
    assertThat(join(token, "n2", "https://DB-1.example:1", "b")).isInstanceOf(Joined.Refused.class);
  }

  /** Somebody adds the node while an agent is about to join as it. */
  @Test
  void aNodeThatIsAddedMeanwhileIsNotTakenOver() throws Exception {
    UUID token = joinToken(1, Acceptance.AT_ONCE);
    Joined joined =
        meanwhile(
            () -> records.nodes().register(newNode("http://127.0.0.1:1")),
            () -> join(token, "n1", "https://10.0.0.66:1", "a"));
    assertThat(joined).isInstanceOf(Joined.Refused.class);
    assertThat(records.nodes().find(PROD, N1).orElseThrow().registered().agent())
        .isEqualTo("http://127.0.0.1:1");
    assertThat(credentials.find(PROD, N1)).isEmpty();
    assertThat(records.joinTokens().find(PROD, token).orElseThrow().used()).isZero();
  }

  @Test
  void oneAddressIsOneNodesThoughTwoComeAtOnce() throws Exception {
    UUID first = joinToken(1, Acceptance.AT_ONCE);
    UUID second = joinToken(1, Acceptance.AT_ONCE);
    Joined joined =
        meanwhile(
            () -> join(first, "n1", "https://10.0.0.1:1", "a"),
            () -> join(second, "n2", "https://10.0.0.1:1", "b"));
    assertThat(joined).isInstanceOf(Joined.Refused.class);
  }

  @Test
  void aJoinTokenThatIsGoneWithItsClusterHasEnded() {
    assertThat(join(UUID.randomUUID(), "n1", "https://10.0.0.1:1", "a"))
        .isEqualTo(new Joined.Ended(Standing.REVOKED));
  }

  @Test
  void nodesThatArePendingOrRevokedAreInNoPlan() {
    UUID token = joinToken(5, Acceptance.BY_SOMEBODY);
    join(token, "n1", "https://10.0.0.1:1", "a");
    assertThat(records.nodes().planContext(PROD).nodes()).isEmpty();
    assertThat(credentials.accept(PROD, N1)).isTrue();
    assertThat(credentials.accept(PROD, N1)).as("again").isFalse();
    assertThat(records.nodes().planContext(PROD).nodes()).hasSize(1);
    assertThat(credentials.revoke(PROD, N1, NOW, "ada")).isTrue();
    assertThat(records.nodes().planContext(PROD).nodes()).isEmpty();
    assertThat(credentials.accept(PROD, N1)).as("revoked").isFalse();
    AgentCredential revoked = credentials.find(PROD, N1).orElseThrow();
    assertThat(revoked.sealed().token()).isEmpty();
    assertThat(revoked.revoked().orElseThrow().by()).isEqualTo("ada");
  }

  @Test
  void aRevokedNodeComesBackByATokenAlone() {
    join(joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    credentials.revoke(PROD, N1, NOW, "ada");
    assertThat(credentials.give(given(Optional.empty(), Optional.of(CERTIFICATE)))).isFalse();
    assertThat(credentials.give(given(Optional.of(sealed("b")), Optional.empty()))).isTrue();
    AgentCredential back = credentials.find(PROD, N1).orElseThrow();
    assertThat(back.admission()).isEqualTo(Admission.ACCEPTED);
    assertThat(back.certificate()).contains(CERTIFICATE);
    assertThat(back.revoked()).isEmpty();
  }

  @Test
  void everyChangeMovesTheNumberARemovedNodesToo() {
    long before = credentials.version();
    join(joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    long joined = credentials.version();
    records.nodes().remove(PROD, N1);
    long removed = credentials.version();
    assertThat(joined).isGreaterThan(before);
    assertThat(removed).isGreaterThan(joined);
    assertThat(credentials.ofAllNodes()).isEmpty();
  }

  @Test
  void nodesWithoutCredentialsAreToldFromThoseThatAreNotThere() {
    RecordsFixture.cluster(records, "other", 1);
    join(joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    assertThat(credentials.ofAllNodes())
        .extracting(one -> one.cluster() + " " + one.credential().isPresent())
        .containsExactlyInAnyOrder("other false", "prod true");
  }

  @Test
  void theStepsOfARotationCanBeDoneAgain() {
    join(joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    Rotations rotations = records.rotations();
    assertThat(rotations.ask(PROD, Optional.of(N1), NOW, "ada")).isEqualTo(1);
    Rotations.Due due = rotations.due(NOW, 10).getFirst();
    assertThat(due.agent()).isEqualTo("https://10.0.0.1:1");

    rotations.prepare(PROD, N1, "sealed b");
    rotations.prepare(PROD, N1, "sealed c");
    assertThat(credentials.find(PROD, N1).orElseThrow().sealed().next())
        .as("the agent may have been told of the first one")
        .contains("sealed b");

    rotations.failed(due, "unreachable", Optional.of(NOW.plusSeconds(5)));
    assertThat(rotations.due(NOW, 10)).isEmpty();
    assertThat(rotations.due(NOW.plusSeconds(5), 10)).hasSize(1);

    assertThat(rotations.done(due, "sealed c", Fingerprint.of("c"), NOW)).isFalse();
    assertThat(rotations.done(due, "sealed b", Fingerprint.of("b"), NOW)).isTrue();
    AgentCredential after = credentials.find(PROD, N1).orElseThrow();
    assertThat(after.sealed())
        .isEqualTo(new AgentCredential.Sealed(Optional.of("sealed b"), Optional.empty()));
    assertThat(after.rotation().askedAt()).isEmpty();
    assertThat(after.rotation().error()).isEmpty();
    assertThat(rotations.due(NOW.plusSeconds(99), 10)).isEmpty();
  }

  @Test
  void aRotationOfAllLeavesOutWhoIsPendingOrRevoked() {
    RecordsFixture.cluster(records, "mixed", 3);
    ClusterName mixed = new ClusterName("mixed");
    List<NodeId> nodes =
        records.nodes().planContext(mixed).nodes().stream().map(node -> node.id()).toList();
    credentials.revoke(mixed, nodes.getFirst(), NOW, "ada");
    assertThat(records.rotations().ask(mixed, Optional.empty(), NOW, "ada")).isEqualTo(2);
    assertThat(records.rotations().due(NOW, 10)).hasSize(2);
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
        PROD,
        N1,
        address,
        AgentProtocol.MUSTER_AGENT_V1,
        Optional.empty(),
        Map.of(),
        NOW,
        "ada");
  }

  private Given given(Optional<SealedToken> token, Optional<Fingerprint> certificate) {
    return new Given(PROD, N1, token, certificate, NOW, "ada");
  }

  private UUID joinToken(int uses, Acceptance acceptance) {
    byte[] random = new byte[AccessToken.BYTES];
    UUID id = UUID.randomUUID();
    random[0] = (byte) id.hashCode();
    NewJoinToken token =
        new NewJoinToken(
            id,
            PROD,
            new Gives(Map.of("zone", "a"), acceptance),
            uses,
            new Made(NOW, "ada"),
            NOW.plus(Duration.ofHours(1)));
    return records.joinTokens().add(token, AccessToken.of(random)).orElseThrow().id();
  }

  private Joined join(UUID joinToken, String node, String address, String token) {
    return records.joins().join(request(joinToken, node, address, token, NOW));
  }

  private static NewJoin request(
      UUID joinToken, String node, String address, String token, Instant at) {
    return new NewJoin(
        joinToken,
        new JoinRequest(
            new NodeId(node),
            new AgentAddress(address),
            Optional.of("linux-amd64"),
            Optional.of(Map.of("zone", "mine", "rack", "b4")),
            token,
            Optional.of(CERTIFICATE)),
        sealed(token),
        at);
  }

  private static SealedToken sealed(String token) {
    return new SealedToken("sealed " + token, Fingerprint.of(token));
  }
}
