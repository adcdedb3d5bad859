package dev.muster.api.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Takes the token from {@code Authorization: Bearer …}, of the façade also from {@code
 * X-Auth-Token}. Where nobody is asked only what looks like one of ours, or of the provider's, is
 * looked at: what is meant for somebody else, such as a proxy, is no mistake there.
 */
final class BearerHeader implements AuthenticationConverter {

  private static final String SCHEME = "Bearer ";
  private static final String OURS = "muster_";
  private static final String OPEN_STACK = "X-Auth-Token";

  private final boolean open;
  private final boolean provider;

  private BearerHeader(boolean open, boolean provider) {
    this.open = open;
    this.provider = provider;
  }

  /** Where everybody is asked. */
  static BearerHeader asked(OidcProperties oidc) {
    return new BearerHeader(false, oidc.issuer().isPresent());
  }

  /** Where nobody has to prove anything. */
  static BearerHeader open(OidcProperties oidc) {
    return new BearerHeader(true, oidc.issuer().isPresent());
  }

  @Override
  public @Nullable Authentication convert(HttpServletRequest request) {
    Optional<String> sent = bearer(request).or(() -> openStacks(request));
    return sent.isEmpty() ? null : proof(sent.get(), request);
  }

  private static Optional<String> bearer(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader(HttpHeaders.AUTHORIZATION))
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(header -> header.substring(SCHEME.length()).strip());
  }

  /** Clients of OpenStack send a token so, and no other header. */
  private static Optional<String> openStacks(HttpServletRequest request) {
    return JudgedAddresses.isSenlins(request.getRequestURI())
        ? Optional.ofNullable(request.getHeader(OPEN_STACK)).map(String::strip)
        : Optional.empty();
  }

  private @Nullable Authentication proof(String text, HttpServletRequest request) {
    if (provider && SentJwt.isOne(text)) {
      return new SentJwt(text, request.getRemoteAddr());
    }
    return open && !text.startsWith(OURS) ? null : new SentToken(text, request.getRemoteAddr());
  }
}
