package dev.muster.api.security;

import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Whom a token of the provider's proves. A good one costs a signature, and asks nobody. */
final class JwtProvider implements AuthenticationProvider {

  /** Clocks of others may be off by so much. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  /** With keys of which everybody may have the public half; never with a shared secret. */
  private static final Set<SignatureAlgorithm> SIGNED = Set.of(SignatureAlgorithm.values());

  private final JwtDecoder decoder;
  private final JwtClaims claims;
  private final Guesses guesses;
  private final Clock clock;

  JwtProvider(OidcProperties settings, Guesses guesses, Clock clock) {
    NimbusJwtDecoder checked =
        NimbusJwtDecoder.withJwkSource(ProviderKeys.of(settings.issuer().orElseThrow()))
            .jwsAlgorithms(algorithms -> {
              algorithms.clear();
              algorithms.addAll(SIGNED);
            })
            .build();
    checked.setJwtValidator(validator(settings, clock));
    this.decoder = checked;
    this.claims = JwtClaims.of(settings);
    this.guesses = guesses;
    this.clock = clock;
  }

  /**
   * @throws BadCredentialsException if it proves nothing; it says why, as whoever has it may read
   *     it
   * @throws ProviderAway if it is not known with which keys it must be signed
   */
  @Override
  public Authentication authenticate(Authentication asked) {
    SentJwt sent = (SentJwt) asked;
    try {
      Jwt token = decoder.decode(sent.text());
      Instant end = Optional.ofNullable(token.getExpiresAt()).orElseThrow().plus(SKEW);
      return ProvenIdentity.byProvider(
          () -> clock.instant().isBefore(end), claims.identity(token.getClaims()));
    } catch (JwtValidationException unfit) {
      throw refused(sent, reasons(unfit));
    } catch (BadJwtException bad) {
      throw refused(sent, "it is not well formed, or its signature is none of the provider's");
    } catch (JwtException unknown) {
      throw unchecked(sent, unknown);
    } catch (IllegalArgumentException unfit) {
      throw refused(sent, String.valueOf(unfit.getMessage()));
    }
  }

  private RuntimeException refused(SentJwt sent, String why) {
    if (!guesses.mayTry(sent.address())) {
      return new TooManyGuesses(sent.address());
    }
    guesses.failed(sent.address());
    return new BadCredentialsException("the token proves nothing: " + why);
  }

  private RuntimeException unchecked(SentJwt sent, JwtException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RateLimitReachedException) {
        return refused(
            sent,
            "its key is none that the provider had a moment ago; if it is new, try again in half a"
                + " minute");
      }
    }
    Throwable root = failure;
    while (root.getCause() instanceof com.nimbusds.jose.JOSEException cause) {
      root = cause;
    }
    return new ProviderAway(String.valueOf(root.getMessage()), failure);
  }

  private static String reasons(JwtValidationException unfit) {
    return unfit.getErrors().stream()
        .map(OAuth2Error::getDescription)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static OAuth2TokenValidator<Jwt> validator(OidcProperties settings, Clock clock) {
    JwtTimestampValidator times = new JwtTimestampValidator(SKEW);
    times.setClock(clock);
    JwtTypeValidator type = new JwtTypeValidator(List.of("JWT", "at+jwt"));
    type.setAllowEmpty(true);
    String issuer = settings.issuer().orElseThrow();
    Set<String> audience = Set.copyOf(settings.audience());
    return new DelegatingOAuth2TokenValidator<>(
        List.of(
            type,
            times,
            token ->
                require(
                    issuer.equals(token.getClaimAsString("iss")),
                    "its issuer is not %s".formatted(issuer)),
            token ->
                require(
                    Optional.ofNullable(token.getAudience()).orElse(List.of()).stream()
                        .anyMatch(audience::contains),
                    "it is for somebody else (aud is none of %s)"
                        .formatted(String.join(", ", settings.audience()))),
            token ->
                require(
                    Optional.ofNullable(token.getExpiresAt()).isPresent(),
                    "it never ends (it has no exp)")));
  }

  private static OAuth2TokenValidatorResult require(boolean holds, String why) {
    return holds
        ? OAuth2TokenValidatorResult.success()
        : OAuth2TokenValidatorResult.failure(new OAuth2Error("invalid_token", why, null));
  }

  @Override
  public boolean supports(Class<?> type) {
    return type == SentJwt.class;
  }
}
