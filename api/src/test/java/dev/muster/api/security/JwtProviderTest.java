package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.muster.api.fixture.Issuer;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;

/** Which tokens of a provider prove something, and whom. */
final class JwtProviderTest {

  private final Issuer issuer = Issuer.start();
  private final JwtProvider provider = provider(Clock.systemUTC());

  @AfterEach
  void stop() {
    issuer.close();
  }

  @Test
  void aTokenProvesANameAndWhatItsGroupsMay() {
    Identity ada =
        identity(issuer.token("ada", claims -> claims.claim("groups", List.of("sre", "tea"))));
    assertThat(ada.name()).isEqualTo("ada");
    assertThat(ada.groups()).containsExactlyInAnyOrder("sre", "tea");
    assertThat(ada.standing()).isEqualTo("ada is operator on prod-*, viewer on prod-*");
    assertThat(identity(issuer.token("eve", same())).grants()).isEmpty();
  }

  @Test
  void whatIsWrongWithATokenIsSaid() {
    Date past = Date.from(Instant.now().minusSeconds(90));
    refused(issuer.token("ada", claims -> claims.expirationTime(past)), "expired");
    refused(issuer.token("ada", claims -> claims.expirationTime(null)), "it never ends");
    refused(issuer.token("ada", claims -> claims.audience("grafana")), "it is for somebody else");
    refused(issuer.token("ada", claims -> claims.audience(List.of())), "it is for somebody else");
    refused(
        issuer.token("ada", claims -> claims.issuer("https://else.where")), "its issuer is not");
    refused(issuer.token("ada", claims -> claims.subject(null)), "no claim sub");
    refused(issuer.token("role:admin", same()), "expected: not beginning with");
    refused(
        issuer.token(
            "ada", claims -> claims.notBeforeTime(Date.from(Instant.now().plusSeconds(300)))),
        "used before");
  }

  @Test
  void clocksMayBeOffByAMinute() {
    Date justNow = Date.from(Instant.now().minusSeconds(30));
    assertThat(identity(issuer.token("ada", claims -> claims.expirationTime(justNow))).name())
        .isEqualTo("ada");
  }

  @Test
  void onlyThePrivateHalfOfAKeySigns() throws JOSEException {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer.address())
            .subject("ada")
            .audience("muster")
            .expirationTime(Date.from(Instant.now().plusSeconds(300)))
            .build();
    identity(issuer.token("ada", same()));
    refused(Issuer.signed(Issuer.strangers(), JWSAlgorithm.RS256, claims), "signature");
    refused(new PlainJWT(claims).serialize(), "signature");
    // The public key as a shared secret, which careless libraries take.
    SignedJWT confused =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(issuer.key().getKeyID()).build(),
            claims);
    confused.sign(
        new MACSigner(issuer.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
    refused(confused.serialize(), "signature");
    String good = issuer.token("ada", same());
    refused(good.substring(0, good.lastIndexOf('.') + 1) + "AAAA", "signature");
  }

  @Test
  void anotherAlgorithmOfTheSameKeyIsAsGood() {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer.address())
            .subject("ada")
            .audience(List.of("grafana", "muster"))
            .expirationTime(Date.from(Instant.now().plusSeconds(300)))
            .build();
    assertThat(identity(Issuer.signed(issuer.key(), JWSAlgorithm.PS384, claims)).name())
        .isEqualTo("ada");
  }

  @Test
  void aNewKeyIsFoundAndAnOldOneForgotten() {
    String before = issuer.token("ada", same());
    identity(before);
    issuer.rotate();
    assertThat(identity(issuer.token("ada", same())).name()).isEqualTo("ada");
    refused(before, "its key is none that the provider had a moment ago");
  }

  @Test
  void theProviderIsAskedOnceForManyTokensAndSeldomForUnknownKeys() {
    for (int i = 0; i < 50; i++) {
      identity(issuer.token("ada", same()));
    }
    assertThat(issuer.asked()).isEqualTo(1);
    for (int i = 0; i < 10; i++) {
      String unknown =
          Issuer.signed(
              Issuer.strangers(),
              JWSAlgorithm.RS256,
              new JWTClaimsSet.Builder().issuer(issuer.address()).build());
      assertThatThrownBy(() -> identity(unknown)).isInstanceOf(BadCredentialsException.class);
    }
    assertThat(issuer.asked()).isLessThanOrEqualTo(3);
    assertThat(identity(issuer.token("ada", same())).name()).isEqualTo("ada");
  }

  @Test
  void whileTheProviderIsAwayItsKeysGoOn() {
    identity(issuer.token("ada", same()));
    issuer.close();
    assertThat(identity(issuer.token("bob", same())).name()).isEqualTo("bob");
    String unknown =
        Issuer.signed(
            Issuer.strangers(),
            JWSAlgorithm.RS256,
            new JWTClaimsSet.Builder().subject("x").build());
    assertThatThrownBy(() -> identity(unknown)).isInstanceOf(BadCredentialsException.class);
    JwtProvider fresh = provider(Clock.systemUTC());
    String token = issuer.token("ada", same());
    assertThatThrownBy(() -> fresh.authenticate(new SentJwt(token, "10.0.0.1")))
        .isInstanceOf(ProviderAway.class)
        .hasMessageContaining(issuer.address() + "/.well-known/openid-configuration")
        .hasMessageContaining("does not answer");
  }

  @Test
  void whoSaysToBeSomebodyElseIsNotBelieved() {
    issuer.call("https://else.where");
    String token = issuer.token("ada", same());
    assertThatThrownBy(() -> identity(token))
        .isInstanceOf(ProviderAway.class)
        .hasMessageContaining("says that the issuer is 'https://else.where'");
  }

  @Test
  void whoSendsTokensThatProveNothingIsSlowedDownAndOthersAreNot() {
    JwtProvider slow = provider(new Moved(Instant.now()));
    String wrong = issuer.token("ada", claims -> claims.audience("grafana"));
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> proven(slow, wrong)).isInstanceOf(BadCredentialsException.class);
    }
    assertThatThrownBy(() -> proven(slow, wrong)).isInstanceOf(TooManyGuesses.class);
    assertThat(proven(slow, issuer.token("ada", same())).identity().name()).isEqualTo("ada");
  }

  @Test
  void whatGoesOnForLongEndsWithItsToken() {
    Instant end = Instant.now().plusSeconds(300);
    String token = issuer.token("ada", claims -> claims.expirationTime(Date.from(end)));
    ProvenIdentity now = proven(provider, token);
    assertThat(now.stillHolds()).isTrue();
    Moved clock = new Moved(Instant.now());
    ProvenIdentity later = proven(provider(clock), token);
    clock.now = end.plus(Duration.ofSeconds(61));
    assertThat(later.stillHolds()).isFalse();
  }

  private JwtProvider provider(Clock clock) {
    return new JwtProvider(
        new OidcProperties(
            Optional.of(issuer.address()),
            List.of("muster"),
            "sub",
            "groups",
            Optional.empty(),
            List.of("openid"),
            List.of(
                new OidcProperties.RolesOfGroup(
                    "sre", List.of(Role.OPERATOR, Role.VIEWER), List.of("prod-*")))),
        new Guesses(clock),
        clock);
  }

  private static UnaryOperator<JWTClaimsSet.Builder> same() {
    return UnaryOperator.identity();
  }

  private Identity identity(String token) {
    return proven(provider, token).identity();
  }

  private static ProvenIdentity proven(JwtProvider provider, String token) {
    return (ProvenIdentity) provider.authenticate(new SentJwt(token, "10.0.0.1"));
  }

  private void refused(String token, String why) {
    assertThatThrownBy(() -> identity(token))
        .isInstanceOf(BadCredentialsException.class)
        .hasMessageContaining(why);
  }

  /** Moved by hand. */
  private static final class Moved extends Clock {

    private Instant now;

    private Moved(Instant now) {
      this.now = now;
    }

    @Override
    public java.time.ZoneId getZone() {
      return java.time.ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
