package dev.muster.api.security;

import org.springframework.security.authentication.AuthenticationServiceException;

/** The provider that signed a token does not say with which keys. */
final class ProviderAway extends AuthenticationServiceException {
  private static final long serialVersionUID = 1L;

  ProviderAway(String message, Throwable cause) {
    super(message, cause);
  }
}
