package dev.muster.api.security;

import org.springframework.security.core.AuthenticationException;

/** So many tokens from one address proved nothing that the next one is not looked at for now. */
final class TooManyGuesses extends AuthenticationException {
  private static final long serialVersionUID = 1L;

  TooManyGuesses(String address) {
    super("too many tokens from %s proved nothing; try again in a second".formatted(address));
  }
}
