package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.api.fixture.Given;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Role;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.PageRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;

/** How fast tokens may be tried, and who is not kept out by that. */
final class GuessesTest {

  private static final String ADDRESS = "10.0.0.1";

  private final SetClock clock = new SetClock();
  private final Guesses guesses = new Guesses(clock);

  @Test
  void twentyAtOnceThenTwoASecond() {
    for (int i = 0; i < 20; i++) {
      assertThat(guesses.mayTry("10.0.0.1")).as("try %d", i).isTrue();
      guesses.failed("10.0.0.1");
    }
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();
    assertThat(guesses.mayTry("10.0.0.2")).as("somebody else").isTrue();

    clock.now = clock.now.plusMillis(500);
    assertThat(guesses.mayTry("10.0.0.1")).isTrue();
    guesses.failed("10.0.0.1");
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();

    clock.now = clock.now.plus(Duration.ofMinutes(1));
    for (int i = 0; i < 20; i++) {
      assertThat(guesses.mayTry("10.0.0.1")).as("after a minute, try %d", i).isTrue();
      guesses.failed("10.0.0.1");
    }
    assertThat(guesses.mayTry("10.0.0.1")).isFalse();
  }

  @Test
  void manyAddressesTakeNoMoreRoomThanTheyMay() {
    for (int i = 0; i < 30_000; i++) {
      guesses.failed("10.0." + i / 250 + "." + i % 250);
    }
    assertThat(guesses.mayTry("10.0.0.1")).isTrue();
  }

  @Test
  void whoseTokenHasProvenSomethingIsNotSlowedDownByOthers() {
    try (TestDatabase database = TestDatabase.fresh()) {
      Records records = database.records();
      TokenProvider provider = new TokenProvider(new KnownTokens(records, clock), guesses);
      SentToken good = sent(Given.token(records, "ci", Role.VIEWER, "*"));
      SentToken later = sent(Given.token(records, "late", Role.VIEWER, "*"));
      assertThat(provider.authenticate(good).getPrincipal()).isEqualTo("ci");
      clock.now = clock.now.plus(Duration.ofMinutes(5));
      while (guesses.mayTry(ADDRESS)) {
        assertThatThrownBy(() -> provider.authenticate(madeUp()))
            .isInstanceOf(BadCredentialsException.class);
      }
      assertThatThrownBy(() -> provider.authenticate(later)).isInstanceOf(TooManyGuesses.class);
      assertThat(provider.authenticate(good).getPrincipal()).isEqualTo("ci");

      revokedElsewhere(records, "ci");
      clock.now = clock.now.plusSeconds(2);
      assertThatThrownBy(() -> provider.authenticate(good))
          .isInstanceOf(BadCredentialsException.class);
      while (guesses.mayTry(ADDRESS)) {
        assertThatThrownBy(() -> provider.authenticate(madeUp()))
            .isInstanceOf(BadCredentialsException.class);
      }
      assertThatThrownBy(() -> provider.authenticate(good)).isInstanceOf(TooManyGuesses.class);
    }
  }

  @Test
  void aTokenCountsWhereItsUseCannotBeWritten() {
    try (TestDatabase database = TestDatabase.fresh()) {
      database.sql("alter table tokens add check (last_used_at is null)");
      Records records = database.records();
      TokenProvider provider = new TokenProvider(new KnownTokens(records, clock), guesses);
      SentToken good = sent(Given.token(records, "ci", Role.VIEWER, "*"));
      assertThat(provider.authenticate(good).getPrincipal()).isEqualTo("ci");
    }
  }

  private static void revokedElsewhere(Records records, String name) {
    UUID id =
        records.tokens().list(PageRequest.FIRST).items().stream()
            .filter(token -> token.identity().name().equals(name))
            .findFirst()
            .orElseThrow()
            .id();
    records.tokens().revoke(id, "root", Instant.now());
  }

  private static SentToken madeUp() {
    byte[] random = new byte[AccessToken.BYTES];
    new SecureRandom().nextBytes(random);
    return sent(AccessToken.of(random).reveal());
  }

  private static SentToken sent(String token) {
    return new SentToken(token, ADDRESS);
  }
}
