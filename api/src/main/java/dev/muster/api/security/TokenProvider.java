package dev.muster.api.security;

import dev.muster.domain.identity.AccessToken;
import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.transaction.TransactionException;

/** Whom a token of ours proves. */
final class TokenProvider implements AuthenticationProvider {

  private final KnownTokens tokens;

  TokenProvider(KnownTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * @throws BadCredentialsException in the same words for whatever is wrong with it
   */
  @Override
  public Authentication authenticate(Authentication sent) {
    String text = ((SentToken) sent).text();
    AccessToken token =
        AccessToken.read(text)
            .orElseThrow(() ->
                new BadCredentialsException(
                    "what was sent is no token of Muster's, or a character of it is wrong"));
    try {
      return tokens
          .active(token)
          .map(known -> ProvenIdentity.by(known.id(), known.identity()))
          .orElseThrow(() ->
              new BadCredentialsException("the token is unknown, expired or was revoked"));
    } catch (DataAccessException | TransactionException away) {
      throw new AuthenticationServiceException("tokens cannot be read", away);
    }
  }

  @Override
  public boolean supports(Class<?> type) {
    return type == SentToken.class;
  }
}
