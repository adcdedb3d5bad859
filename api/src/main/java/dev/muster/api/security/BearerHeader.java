package dev.muster.api.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Takes the token from {@code Authorization: Bearer …}. Where nobody is asked only what looks like
 * one of ours, or of the provider's, is looked at: what is meant for somebody else, such as a
 * proxy, is no mistake there.
 */
final class BearerHeader implements AuthenticationConverter {

  private static final String SCHEME = "Bearer ";
  private static final String OURS = "muster_";

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
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    String text = header.substring(SCHEME.length()).strip();
    if (provider && SentJwt.isOne(text)) {
      return new SentJwt(text, request.getRemoteAddr());
    }
    return open && !text.startsWith(OURS) ? null : new SentToken(text, request.getRemoteAddr());
  }
}
