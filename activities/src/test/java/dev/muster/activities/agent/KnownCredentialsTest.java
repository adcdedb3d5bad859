package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentTrust.Known;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.OpenedToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.credentials.AgentCredentials.Given;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.nodes.NewNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker knows of credentials, and when. */
final class KnownCredentialsTest {

  private static final ClusterName PROD = new ClusterName("prod");
  private static final AgentEndpoint AGENT =
      new AgentEndpoint(
          PROD,
          RecordsFixture.node(0),
          "http://127.0.0.1:7000",
          AgentProtocol.MUSTER_AGENT_V1.id());

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final KnownCredentials known =
      new KnownCredentials(
          records.agentCredentials(),
          (cluster, node, sealed) ->
              sealed.startsWith("sealed ")
                  ? new OpenedToken.Plain(sealed.substring(7))
                  : new OpenedToken.Closed("its key is not here"));

  KnownCredentialsTest() {
    RecordsFixture.cluster(records, "prod", 2);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aNodeWithoutAnyIsAskedWithTheSharedToken() {
    assertThat(known.of(AGENT)).isEqualTo(Known.NOTHING);
  }

  @Test
  void aChangeIsSeenByTheNextLook() {
    assertThat(known.of(AGENT)).isEqualTo(Known.NOTHING);
    give("sealed a");
    assertThat(known.of(AGENT)).as("nothing waits for the database").isEqualTo(Known.NOTHING);
    known.look();
    assertThat(known.of(AGENT).token()).contains("a");
    records.agentCredentials().revoke(PROD, AGENT.node(), RecordsFixture.T0, "ada");
    known.look();
    assertThat(known.of(AGENT).refusal().orElseThrow()).contains("revoked by ada");
    records.nodes().remove(PROD, AGENT.node());
    known.look();
    assertThat(known.of(AGENT).token()).as("another node may come").isEmpty();
  }

  @Test
  void aCycleBeginsWithWhatHolds() {
    ProtocolRouter router = new ProtocolRouter(Map.of(), (name, answer, took) -> {}, known);
    give("sealed a");
    assertThat(known.of(AGENT).token()).contains("a");
    records.agentCredentials().revoke(PROD, AGENT.node(), RecordsFixture.T0, "ada");
    router.refresh();
    assertThat(router.snapshot(AGENT, Since.BEGINNING).error().orElseThrow())
        .contains("revoked by ada");
  }

  @Test
  void aNodeThatHasJustJoinedIsNotTakenForOneWithoutCredentials() {
    assertThat(known.of(AGENT)).isEqualTo(Known.NOTHING);
    RecordsFixture.cluster(records, "late", 1);
    AgentEndpoint late =
        new AgentEndpoint(
            new ClusterName("late"), RecordsFixture.node(0), AGENT.address(), AGENT.protocol());
    records.agentCredentials().revoke(late.cluster(), late.node(), RecordsFixture.T0, "ada");
    assertThat(known.of(late).refusal()).isPresent();
  }

  @Test
  void whoComesUnderTheIdOfANodeThatWasRemovedIsSomebodyElse() {
    assertThat(known.of(AGENT)).isEqualTo(Known.NOTHING);
    records.nodes().remove(PROD, AGENT.node());
    AgentEndpoint other = at("https://10.0.0.66:1");
    assertThat(known.of(other).refusal()).contains("the node was removed");
    register(other);
    records.agentCredentials().revoke(PROD, AGENT.node(), RecordsFixture.T0, "ada");
    assertThat(known.of(other).refusal()).as("not sent the shared token").isPresent();
  }

  @Test
  void whoHasTheOldAddressIsNotSentWhatTheNodeIsNow() {
    known.look();
    AgentEndpoint moved = at("https://10.0.0.9:1");
    register(moved);
    give("sealed a");
    assertThat(known.anew(AGENT).refusal()).contains("the node has another address since");
    assertThat(known.of(moved).token()).contains("a");
    known.look();
    assertThat(known.of(AGENT).token()).isEmpty();
  }

  @Test
  void aNodeThatWasRemovedIsNotAskedWithTheSharedToken() {
    give("sealed a");
    assertThat(known.of(AGENT).token()).contains("a");
    records.nodes().remove(PROD, AGENT.node());
    assertThat(known.anew(AGENT).refusal()).contains("the node was removed");
  }

  /** The node is revoked, and that is read, while an earlier reading is still being opened. */
  @Test
  void whatWasReadEarlierDoesNotComeBack() {
    give("sealed a");
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    KnownCredentials slow =
        new KnownCredentials(
            records.agentCredentials(),
            (cluster, node, sealed) -> {
              meanwhile.getAndSet(() -> {}).run();
              return new OpenedToken.Plain(sealed);
            });
    slow.look();
    meanwhile.set(() -> {
      records.agentCredentials().revoke(PROD, AGENT.node(), RecordsFixture.T0, "ada");
      slow.look();
    });
    slow.anew(AGENT);
    assertThat(slow.of(AGENT).refusal().orElseThrow()).contains("revoked by ada");
  }

  @Test
  void whoWasRefusedReadsAnewAtOnce() {
    assertThat(known.of(AGENT)).isEqualTo(Known.NOTHING);
    give("sealed a");
    assertThat(known.anew(AGENT).token()).contains("a");
    assertThat(known.of(AGENT).token()).contains("a");
  }

  @Test
  void aTokenWithoutItsKeyIsAnErrorOfItsNodeAlone() {
    give("closed");
    assertThat(known.of(AGENT).refusal()).contains("its key is not here");
    AgentEndpoint other =
        new AgentEndpoint(PROD, RecordsFixture.node(1), AGENT.address(), AGENT.protocol());
    assertThat(known.of(other)).isEqualTo(Known.NOTHING);
  }

  @Test
  void whileTheDatabaseIsAwayTheLastStateHolds() {
    give("sealed a");
    known.look();
    database.close();
    assertThat(known.anew(AGENT).token()).contains("a");
    assertThat(known.of(AGENT).token()).contains("a");
    KnownCredentials never =
        new KnownCredentials(
            records.agentCredentials(), (cluster, node, sealed) -> new OpenedToken.Plain(sealed));
    assertThat(never.of(AGENT).refusal().orElseThrow()).contains("the database does not answer");
  }

  @Test
  void nothingShowsTheToken() {
    give("sealed s3cret");
    assertThat(known.of(AGENT).toString()).doesNotContain("s3cret");
  }

  private static AgentEndpoint at(String address) {
    return new AgentEndpoint(PROD, AGENT.node(), address, AGENT.protocol());
  }

  private void register(AgentEndpoint agent) {
    records
        .nodes()
        .register(
            new NewNode(
                PROD,
                agent.node(),
                agent.address(),
                AgentProtocol.MUSTER_AGENT_V1,
                Optional.empty(),
                Map.of(),
                RecordsFixture.T0,
                "ada"));
  }

  private void give(String sealed) {
    SealedToken token = new SealedToken(sealed, Fingerprint.of(sealed));
    records
        .agentCredentials()
        .give(
            new Given(
                PROD,
                AGENT.node(),
                Optional.of(token),
                Optional.empty(),
                RecordsFixture.T0,
                "ada"));
  }
}
