package dev.muster.worker.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentTrust;
import dev.muster.activities.agent.HttpAgentClient.Exchange;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.OpenedToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.credentials.AgentCredential;
import dev.muster.records.credentials.AgentCredentials.Given;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class RotationLoopTest {

  private static final Instant NOW = RecordsFixture.T0;
  private static final ClusterName PROD = new ClusterName("prod");
  private static final NodeId NODE = RecordsFixture.node(0);

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final List<Fingerprint> told = new CopyOnWriteArrayList<>();
  private CredentialCipher cipher = cipher(Map.of());

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void start() throws IOException {
    RecordsFixture.cluster(records, "prod", 1);
    Path key =
        Files.writeString(folder.resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));
    cipher = cipher(Map.of("muster.agents.key-file", key.toString()));
    SealedToken old = new SealedToken(cipher.seal(PROD, NODE, "old"), Fingerprint.of("old"));
    records
        .agentCredentials()
        .give(new Given(PROD, NODE, Optional.of(old), Optional.empty(), NOW, "ada"));
    records.rotations().ask(PROD, Optional.of(NODE), NOW, "ada");
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** The process ends where the test says. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void theNextTokenIsKeptToldGoneOverToAndUsed() throws InterruptedException {
    loop(NOW, this::taken).look();
    assertThat(steps).containsExactly("told, kept as next", "read anew", "told, kept as present");
    assertThat(Fingerprint.of(token())).isEqualTo(told.getFirst()).isEqualTo(told.getLast());
    assertThat(token()).isNotEqualTo("old");
    assertThat(kept().rotation().askedAt()).isEmpty();
    assertThat(kept().rotation().doneAt()).contains(NOW);
  }

  @Test
  void aProcessThatEndsBeforeTheAgentAnsweredTellsTheSameAgain() throws InterruptedException {
    loop(
            NOW,
            (agent, next) -> {
              told.add(next);
              throw new Killed();
            })
        .look();
    assertThat(token()).isEqualTo("old");
    assertThat(kept().sealed().next()).isPresent();

    loop(NOW, this::taken).look();
    assertThat(told).hasSize(3).containsOnly(told.getFirst());
    assertThat(Fingerprint.of(token())).isEqualTo(told.getFirst());
  }

  @Test
  void anAgentThatIsAwayIsTriedAgainLater() throws InterruptedException {
    loop(NOW, (agent, next) -> new AgentAnswer.Unreachable<>("connection refused")).look();
    assertThat(kept().rotation().error()).contains("connection refused");
    assertThat(kept().rotation().askedAt()).isPresent();
    loop(NOW, this::taken).look();
    assertThat(told).as("not at once").isEmpty();
    loop(NOW.plusSeconds(1), this::taken).look();
    assertThat(token()).isNotEqualTo("old");
    assertThat(kept().rotation().error()).isEmpty();
  }

  @Test
  void anAgentThatTakesNoneIsNotAskedAgain() throws InterruptedException {
    loop(NOW, (agent, next) -> new AgentAnswer.Answered<>(Exchange.NEVER)).look();
    assertThat(kept().rotation().error().orElseThrow()).contains("start it with --token-file");
    assertThat(kept().rotation().askedAt()).isEmpty();
    assertThat(token()).isEqualTo("old");
  }

  @Test
  void withoutAKeyItSaysWhatToSet() throws InterruptedException {
    cipher = cipher(Map.of());
    loop(NOW, this::taken).look();
    assertThat(kept().rotation().error().orElseThrow()).contains("muster.agents.key-file");
    assertThat(told).isEmpty();
  }

  /** Sealed by a worker that was given another file. */
  @Test
  void aNextTokenThatCannotBeOpenedIsReplaced() throws InterruptedException {
    records.rotations().prepare(PROD, NODE, "0123456789abcdef:" + "A".repeat(80));
    loop(NOW, this::taken).look();
    assertThat(kept().rotation().error().orElseThrow()).contains("muster.agents.key-file");
    assertThat(told).isEmpty();
    loop(NOW.plusSeconds(1), this::taken).look();
    assertThat(Fingerprint.of(token())).isEqualTo(told.getFirst());
    assertThat(kept().rotation().error()).isEmpty();
  }

  @Test
  void whatWasRevokedMeanwhileStaysRevoked() throws InterruptedException {
    loop(
            NOW,
            (agent, next) -> {
              records.agentCredentials().revoke(PROD, NODE, NOW, "ada");
              return taken(agent, next);
            })
        .look();
    assertThat(kept().revoked()).isPresent();
    assertThat(kept().sealed())
        .isEqualTo(new AgentCredential.Sealed(Optional.empty(), Optional.empty()));
    assertThat(told).as("the next was not used").hasSize(1);
  }

  private AgentAnswer<Exchange> taken(AgentEndpoint agent, Fingerprint next) {
    told.add(next);
    steps.add(kept().sealed().next().isPresent() ? "told, kept as next" : "told, kept as present");
    return new AgentAnswer.Answered<>(Exchange.TAKEN);
  }

  private RotationLoop loop(Instant now, RotationLoop.Telling telling) {
    AgentTrust trust =
        new AgentTrust() {
          @Override
          public Known of(AgentEndpoint agent) {
            return Known.NOTHING;
          }

          @Override
          public Known anew(AgentEndpoint agent) {
            steps.add("read anew");
            return Known.NOTHING;
          }
        };
    return new RotationLoop(
        records, new RotationLoop.Agents(telling, trust), cipher, Clock.fixed(now, ZoneOffset.UTC));
  }

  private AgentCredential kept() {
    return records.agentCredentials().find(PROD, NODE).orElseThrow();
  }

  private String token() {
    OpenedToken opened = cipher.open(PROD, NODE, kept().sealed().token().orElseThrow());
    return ((OpenedToken.Plain) opened).text();
  }

  private static CredentialCipher cipher(Map<String, Object> said) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", said));
    return CredentialCipher.of(environment);
  }
}
