package dev.muster.records.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Role;
import dev.muster.domain.run.Answerer;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.tokens.TokenRecord.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tokens, and vouchers. */
final class TokensTest {

  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Instant NOW = Instant.parse("2026-11-22T07:00:00Z");
  private static final Random RANDOM = new Random(7);

  private final Records records = DATABASE.records();
  private final Tokens tokens = records.tokens();

  @AfterAll
  static void close() {
    DATABASE.close();
  }

  @Test
  void aTokenIsFoundByWhatProvesItAlone() {
    AccessToken secret = secret();
    TokenRecord made = tokens.add(wanted("ci", Optional.empty()), secret);

    TokenRecord known = tokens.known(secret).orElseThrow();
    assertThat(known).isEqualTo(made);
    assertThat(known.identity().groups()).containsExactly("sre");
    assertThat(known.identity().may(Permission.OPERATE, new ClusterName("prod-1"))).isTrue();
    assertThat(known.identity().may(Permission.OPERATE, new ClusterName("dev-1"))).isFalse();
    assertThat(tokens.known(secret())).isEmpty();
    DATABASE.sql(
        """
        do $$ begin
          if exists (select 1 from tokens t where t::text like '%%%s%%') then raise 'kept'; end if;
        end $$
        """
            .formatted(secret.reveal().substring(7, 40)));
  }

  @Test
  void aTokenEndsByItsTimeOrWhenItIsRevokedAndStaysListed() {
    AccessToken secret = secret();
    UUID id = tokens.add(wanted("ci", Optional.of(NOW.plusSeconds(60))), secret).id();
    assertThat(tokens.find(id).orElseThrow().standing(NOW)).isEqualTo(Standing.ACTIVE);
    assertThat(tokens.find(id).orElseThrow().standing(NOW.plusSeconds(60)))
        .isEqualTo(Standing.EXPIRED);

    assertThat(tokens.revoke(id, "ada", NOW)).isTrue();
    assertThat(tokens.revoke(id, "bob", NOW)).as("a second time").isFalse();
    TokenRecord revoked = tokens.known(secret).orElseThrow();
    assertThat(revoked.standing(NOW)).isEqualTo(Standing.REVOKED);
    assertThat(revoked.revocation()).contains(new TokenRecord.Revocation(NOW, "ada"));
  }

  @Test
  void theLastUseIsWrittenOnceAMinute() {
    UUID id = tokens.add(wanted("ci", Optional.empty()), secret()).id();
    tokens.used(id, NOW);
    tokens.used(id, NOW.plusSeconds(59));
    assertThat(tokens.find(id).orElseThrow().lastUsedAt()).contains(NOW);
    tokens.used(id, NOW.plusSeconds(60));
    assertThat(tokens.find(id).orElseThrow().lastUsedAt()).contains(NOW.plusSeconds(60));
  }

  @Test
  void pagesHaveEachTokenOnceNewestFirst() {
    TestDatabase alone = TestDatabase.fresh();
    try (alone) {
      Tokens some = alone.records().tokens();
      for (int i = 0; i < 5; i++) {
        some.add(wanted("t" + i, Optional.empty()), secret());
      }
      Page<TokenRecord> first = some.list(new PageRequest(3, Optional.empty()));
      Page<TokenRecord> second = some.list(new PageRequest(3, first.next()));
      assertThat(first.items()).hasSize(3).doesNotContainAnyElementsOf(second.items());
      assertThat(second.items()).hasSize(2);
      assertThat(second.next()).isEmpty();
    }
  }

  @Test
  void aTokenForNothingIsNone() {
    assertThatThrownBy(() ->
            new NewToken(
                UUID.randomUUID(),
                "x",
                Set.of(),
                List.of(ClusterPattern.ALL),
                Set.of(),
                NOW,
                "ada",
                Optional.empty()))
        .hasMessageContaining("allows nothing");
  }

  @Test
  void aVoucherCountsForOneUseAndForTwoMinutes() {
    UUID run = UUID.randomUUID();
    Vouchers.Answer answer = new Vouchers.Answer(run, "APPROVE", "ada");
    Answerer ada = new Answerer("ada", Set.of("sre"), Set.of(Role.APPROVER));
    records.vouchers().leave(run, "APPROVE", ada);

    assertThat(records.vouchers().take(new Vouchers.Answer(run, "APPROVE", "bob"), "s0")).isEmpty();
    assertThat(records.vouchers().take(new Vouchers.Answer(run, "REJECT", "ada"), "s0")).isEmpty();
    assertThat(
            records.vouchers().take(new Vouchers.Answer(UUID.randomUUID(), "APPROVE", "ada"), "s0"))
        .isEmpty();
    assertThat(records.vouchers().take(answer, "s0")).contains(ada);
    assertThat(records.vouchers().take(answer, "s0")).as("done again").contains(ada);
    assertThat(records.vouchers().take(answer, "s1")).as("something else").isEmpty();

    records.vouchers().leave(run, "APPROVE", ada);
    DATABASE.sql(
        "update vouchers set made_at = made_at - interval '%d s'"
            .formatted(Duration.ofMinutes(2).toSeconds()));
    assertThat(records.vouchers().take(answer, "s1")).as("too late").isEmpty();
  }

  private static NewToken wanted(String name, Optional<Instant> expires) {
    return new NewToken(
        UUID.randomUUID(),
        name,
        Set.of(Role.OPERATOR),
        List.of(new ClusterPattern("prod-*")),
        Set.of("sre"),
        NOW.minusSeconds(RANDOM.nextInt(10_000)),
        "ada",
        expires);
  }

  private static AccessToken secret() {
    byte[] random = new byte[AccessToken.BYTES];
    RANDOM.nextBytes(random);
    return AccessToken.of(random);
  }
}
