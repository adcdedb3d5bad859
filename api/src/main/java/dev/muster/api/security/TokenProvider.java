package dev.muster.api.security;

import dev.muster.domain.identity.AccessToken;
import dev.muster.records.tokens.TokenRecord;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.transaction.TransactionException;

/** Whom a token of ours proves. */
final class TokenProvider implements AuthenticationProvider {

  private final KnownTokens tokens;
  private final Guesses guesses;

  TokenProvider(KnownTokens tokens, Guesses guesses) {
    this.tokens = tokens;
    this.guesses = guesses;
  }

  /**
   * @throws BadCredentialsException in the same words for whatever is wrong with it
   */
  @Override
  public Authentication authenticate(Authentication asked) {
    SentToken sent = (SentToken) asked;
    String text = sent.text();
    AccessToken token =
        AccessToken.read(text)
            .orElseThrow(() ->
                new BadCredentialsException(
                    "what was sent is no token of Muster's, or a character of it is wrong"));
    TokenRecord known = tokens.usedOfLate(token).orElseGet(() -> lookedUp(token, sent.address()));
    return ProvenIdentity.until(() -> stillHolds(token), known.identity());
  }

  /** While the database is away nothing is known against it. */
  private boolean stillHolds(AccessToken token) {
    try {
      return tokens.usedOfLate(token).isPresent() || tokens.active(token).isPresent();
    } catch (DataAccessException | TransactionException away) {
      return true;
    }
  }

  private TokenRecord lookedUp(AccessToken token, String address) {
    if (!tokens.hasProven(token) && !guesses.mayTry(address)) {
      throw new TooManyGuesses(address);
    }
    try {
      Optional<TokenRecord> active = tokens.active(token);
      if (active.isEmpty()) {
        guesses.failed(address);
      }
      return active.orElseThrow(
          () -> new BadCredentialsException("the token is unknown, expired or was revoked"));
    } catch (DataAccessException | TransactionException away) {
      throw new AuthenticationServiceException("tokens cannot be read", away);
    }
  }

  @Override
  public boolean supports(Class<?> type) {
    return type == SentToken.class;
  }
}
