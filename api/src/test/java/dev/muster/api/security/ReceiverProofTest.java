package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Creator;
import dev.muster.domain.identity.Creator.KnownBy;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Role;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.receivers.NewReceiver;
import dev.muster.records.receivers.ReceiverKey;
import dev.muster.records.receivers.ReceiverTerms;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** For whom a receiver acts, and for how long. */
final class ReceiverProofTest {

  private static final String HERE = "10.0.0.7";
  private static final GroupRole SRE_OPERATES =
      new GroupRole("sre", new Grant(Role.OPERATOR, new ClusterPattern("prod")));

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 0);
  private final SetClock clock = new SetClock();
  private final SecureRandom random = new SecureRandom();

  @Test
  void aPersonOfTheProviderHasTheRolesThatTheGroupsHaveToday() {
    String secret = made(new Creator("ada", KnownBy.PROVIDER, Set.of("sre")), Optional.empty());

    assertThat(proof(List.of(SRE_OPERATES), false).opened(secret, HERE).creator().name())
        .isEqualTo("ada");
    refused(403, () -> proof(List.of(), false).opened(secret, HERE));
  }

  @Test
  void groupsOfATokenAreNoGroupsOfTheProvider() {
    String secret = made(new Creator("ada", KnownBy.TOKEN, Set.of("sre")), Optional.empty());

    refused(403, () -> proof(List.of(SRE_OPERATES), true).opened(secret, HERE));
  }

  @Test
  void whatNobodyInParticularMadeCountsOnlyWhereNobodyIsAsked() {
    String secret = made(new Creator("anonymous", KnownBy.NOBODY, Set.of()), Optional.empty());

    assertThat(proof(List.of(), true).opened(secret, HERE).key().name().value()).isEqualTo("alarm");
    refused(403, () -> proof(List.of(), false).opened(secret, HERE));
  }

  @Test
  void itOpensNothingWhenItsTimeIsOver() {
    Creator nobody = new Creator("anonymous", KnownBy.NOBODY, Set.of());
    String secret = made(nobody, Optional.of(Duration.ofMinutes(1)));
    ReceiverProof proof = proof(List.of(), true);

    clock.now = clock.now.plusSeconds(59);
    assertThat(proof.opened(secret, HERE)).isNotNull();
    clock.now = clock.now.plusSeconds(1);
    refused(401, () -> proof.opened(secret, HERE));
  }

  @Test
  void whoTriesManyIsSlowedDown() {
    ReceiverProof proof = proof(List.of(), true);
    for (int i = 0; i < 20; i++) {
      refused(401, () -> proof.opened("muster_x", HERE));
    }
    refused(429, () -> proof.opened("muster_x", HERE));
    refused(401, () -> proof.opened("muster_x", "10.0.0.8"));
  }

  private ReceiverProof proof(List<GroupRole> bound, boolean open) {
    return new ReceiverProof(records, new Guesses(clock), bound, open, clock);
  }

  private static void refused(int status, ThrowingCallable trigger) {
    assertThatThrownBy(trigger)
        .isInstanceOfSatisfying(
            ProblemException.class,
            problem -> assertThat(problem.body().status()).isEqualTo(status));
  }

  private String made(Creator creator, Optional<Duration> expires) {
    AccessToken secret = AccessToken.random(random::nextBytes);
    NewActionRequest check =
        new NewActionRequest(
            Optional.empty(),
            new ActionKind("cluster.check"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    records
        .receivers()
        .create(
            new NewReceiver(
                UUID.randomUUID(),
                new ReceiverKey(prod.cluster(), new ReceiverName("alarm")),
                ReceiverTerms.of(Optional.empty(), check, List.of(), expires.map(clock.now::plus)),
                creator,
                clock.now),
            secret);
    return secret.reveal();
  }
}
