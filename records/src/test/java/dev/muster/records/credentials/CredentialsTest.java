package dev.muster.records.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.credentials.AgentCredentials.Given;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Credentials of nodes, and the steps by which tokens are exchanged. */
final class CredentialsTest {

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
  void nodesThatArePendingOrRevokedAreInNoPlan() {
    UUID token = scene.joinToken(5, Acceptance.BY_SOMEBODY);
    scene.join(token, "n1", "https://10.0.0.1:1", "a");
    assertThat(records.nodes().planContext(JoinScene.PROD).nodes()).isEmpty();
    assertThat(credentials.accept(JoinScene.PROD, N1)).isTrue();
    assertThat(credentials.accept(JoinScene.PROD, N1)).as("again").isFalse();
    assertThat(records.nodes().planContext(JoinScene.PROD).nodes()).hasSize(1);
    assertThat(credentials.revoke(JoinScene.PROD, N1, JoinScene.NOW, "ada")).isTrue();
    assertThat(records.nodes().planContext(JoinScene.PROD).nodes()).isEmpty();
    assertThat(credentials.accept(JoinScene.PROD, N1)).as("revoked").isFalse();
    AgentCredential revoked = credentials.find(JoinScene.PROD, N1).orElseThrow();
    assertThat(revoked.sealed().token()).isEmpty();
    assertThat(revoked.revoked().orElseThrow().by()).isEqualTo("ada");
  }

  @Test
  void aRevokedNodeComesBackByATokenAlone() {
    scene.join(scene.joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    credentials.revoke(JoinScene.PROD, N1, JoinScene.NOW, "ada");
    assertThat(credentials.give(given(Optional.empty(), Optional.of(JoinScene.CERTIFICATE))))
        .isFalse();
    assertThat(credentials.give(given(Optional.of(JoinScene.sealed("b")), Optional.empty())))
        .isTrue();
    AgentCredential back = credentials.find(JoinScene.PROD, N1).orElseThrow();
    assertThat(back.admission()).isEqualTo(Admission.ACCEPTED);
    assertThat(back.certificate()).contains(JoinScene.CERTIFICATE);
    assertThat(back.revoked()).isEmpty();
  }

  @Test
  void everyChangeMovesTheNumberARemovedNodesToo() {
    long before = credentials.version();
    scene.join(scene.joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    long joined = credentials.version();
    records.nodes().remove(JoinScene.PROD, N1);
    long removed = credentials.version();
    assertThat(joined).isGreaterThan(before);
    assertThat(removed).isGreaterThan(joined);
    assertThat(credentials.ofAllNodes()).isEmpty();
  }

  @Test
  void nodesWithoutCredentialsAreToldFromThoseThatAreNotThere() {
    RecordsFixture.cluster(records, "other", 1);
    scene.join(scene.joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    assertThat(credentials.ofAllNodes())
        .extracting(one -> one.cluster() + " " + one.credential().isPresent())
        .containsExactlyInAnyOrder("other false", "prod true");
  }

  @Test
  void theStepsOfARotationCanBeDoneAgain() {
    scene.join(scene.joinToken(5, Acceptance.AT_ONCE), "n1", "https://10.0.0.1:1", "a");
    Rotations rotations = records.rotations();
    assertThat(rotations.ask(JoinScene.PROD, Optional.of(N1), JoinScene.NOW, "ada")).isEqualTo(1);
    Rotations.Due due = rotations.due(JoinScene.NOW, 10).getFirst();
    assertThat(due.agent()).isEqualTo("https://10.0.0.1:1");

    rotations.prepare(JoinScene.PROD, N1, "sealed b");
    rotations.prepare(JoinScene.PROD, N1, "sealed c");
    assertThat(credentials.find(JoinScene.PROD, N1).orElseThrow().sealed().next())
        .as("the agent may have been told of the first one")
        .contains("sealed b");

    rotations.failed(due, "unreachable", Optional.of(JoinScene.NOW.plusSeconds(5)));
    assertThat(rotations.due(JoinScene.NOW, 10)).isEmpty();
    assertThat(rotations.due(JoinScene.NOW.plusSeconds(5), 10)).hasSize(1);

    assertThat(rotations.done(due, "sealed c", Fingerprint.of("c"), JoinScene.NOW)).isFalse();
    assertThat(rotations.done(due, "sealed b", Fingerprint.of("b"), JoinScene.NOW)).isTrue();
    AgentCredential after = credentials.find(JoinScene.PROD, N1).orElseThrow();
    assertThat(after.sealed())
        .isEqualTo(new AgentCredential.Sealed(Optional.of("sealed b"), Optional.empty()));
    assertThat(after.rotation().askedAt()).isEmpty();
    assertThat(after.rotation().error()).isEmpty();
    assertThat(rotations.due(JoinScene.NOW.plusSeconds(99), 10)).isEmpty();
  }

  @Test
  void aRotationOfAllLeavesOutWhoIsPendingOrRevoked() {
    RecordsFixture.cluster(records, "mixed", 3);
    ClusterName mixed = new ClusterName("mixed");
    List<NodeId> nodes =
        records.nodes().planContext(mixed).nodes().stream().map(node -> node.id()).toList();
    credentials.revoke(mixed, nodes.getFirst(), JoinScene.NOW, "ada");
    assertThat(records.rotations().ask(mixed, Optional.empty(), JoinScene.NOW, "ada")).isEqualTo(2);
    assertThat(records.rotations().due(JoinScene.NOW, 10)).hasSize(2);
  }

  private Given given(Optional<SealedToken> token, Optional<Fingerprint> certificate) {
    return new Given(JoinScene.PROD, N1, token, certificate, JoinScene.NOW, "ada");
  }
}
