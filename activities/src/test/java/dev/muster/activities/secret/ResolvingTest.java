package dev.muster.activities.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.Resolving.Resolved;
import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.secret.SecretRules;
import dev.muster.domain.secret.SecretRules.Allowed;
import dev.muster.records.actions.Push;
import dev.muster.records.actions.StepRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of an action that needs a secret, at the moment of its push. */
final class ResolvingTest {

  private static final String LOOPBACK = "http://127.0.0.1:7070";
  private static final StageKey STAGE = new StageKey(new RunId(new UUID(0, 1)), 0);
  private static final String ARGS =
      "{\"url\": \"pg://app:${secrets.db_password}@db\", \"plain\": \"${x}\"}";

  private final AtomicInteger reads = new AtomicInteger();

  @Test
  void theValueIsPutInAndIsToBeMasked() {
    Resolved resolved = resolve(new Reading.Found("first-line\nsecond-line"), LOOPBACK);
    assertThat(resolved)
        .isEqualTo(
            new Resolved.Ready(
                json("{\"url\": \"pg://app:first-line\\nsecond-line@db\", \"plain\": \"${x}\"}"),
                List.of("known", "first-line\nsecond-line", "first-line", "second-line")));
    assertThat(resolved.toString()).doesNotContain("first-line");
  }

  @Test
  void whatIsNotThereOrNotAllowedFails() {
    refused(
        resolve(new Reading.Absent("gone"), LOOPBACK), "secret 'db_password' cannot be used: gone");
    refused(resolve(new Reading.Found("abc"), LOOPBACK), "fewer than 4 characters");
    refused(
        resolving(() -> new Reading.Found("hunter2"), "test")
            .resolve(push(Optional.of("undo")), LOOPBACK),
        "not allowed for cluster 'test'");
    refused(
        resolving(() -> new Reading.Found("hunter2"), "prod")
            .resolve(push(Optional.of("do")), LOOPBACK),
        "not allowed for playbook 'do'");
    refused(
        new Resolving(Secrets.NONE, new ClusterName("prod"))
            .resolve(push(Optional.of("undo")), LOOPBACK),
        "is not known to this worker");
  }

  @Test
  void nothingIsReadForAWayOnWhichNothingMayGo() {
    refused(
        resolve(new Reading.Found("hunter2"), "http://10.0.0.7:7070"),
        "over TLS or on the loopback");
    assertThat(reads).hasValue(0);
    assertThat(resolve(new Reading.Found("hunter2"), "https://10.0.0.7:7070"))
        .isInstanceOf(Resolved.Ready.class);
  }

  @Test
  void whatCannotBeReadNowIsWaitedFor() {
    assertThat(resolve(new Reading.Away("Vault is sealed (503)"), LOOPBACK))
        .isEqualTo(
            new Resolved.Waits(
                new WaitReason(
                    WaitReason.Code.SECRET_AWAY,
                    "secret 'db_password' cannot be read: Vault is sealed (503); it is tried again"
                        + " in each cycle",
                    Map.of("secret", "db_password"))));
  }

  @Test
  void aSecretIsReadOnceForADelivery() {
    Resolving resolving = resolving(() -> new Reading.Found("hunter2"), "prod");
    resolving.resolve(push(Optional.of("undo")), LOOPBACK);
    resolving.resolve(push(Optional.of("undo")), LOOPBACK);
    assertThat(reads).hasValue(1);
  }

  @Test
  void anActionOfNoPlaybookHasTextsAndNoReferences() {
    Push push = push(Optional.empty());
    assertThat(resolving(() -> new Reading.Found("hunter2"), "prod").resolve(push, LOOPBACK))
        .isEqualTo(new Resolved.Ready(push.args(), List.of("known")));
    assertThat(reads).hasValue(0);
  }

  private Resolved resolve(Reading reading, String address) {
    return resolving(() -> reading, "prod").resolve(push(Optional.of("undo")), address);
  }

  private Resolving resolving(SecretSource source, String cluster) {
    SecretSource counted =
        () -> {
          reads.incrementAndGet();
          return source.read();
        };
    return new Resolving(
        new Secrets(
            new SecretRules(
                Map.of(
                    "dbpassword",
                    new Allowed(
                        List.of(new ClusterPattern("undo")), List.of(new ClusterPattern("prod"))))),
            Map.of("dbpassword", counted)),
        new ClusterName(cluster));
  }

  private static Push push(Optional<String> playbook) {
    return new Push(
        new ActionId(UUID.randomUUID()),
        new NodeId("n1"),
        new ActionKind("test.success"),
        json(ARGS),
        Map.of(),
        Instant.EPOCH,
        Optional.empty(),
        playbook.map(name -> new Push.OfRun(new StepRef(STAGE, 0, "only", 1), name)),
        List.of("known"));
  }

  private static void refused(Resolved resolved, String why) {
    assertThat(resolved)
        .isInstanceOfSatisfying(
            Resolved.Refused.class, refused -> assertThat(refused.why()).contains(why));
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }
}
