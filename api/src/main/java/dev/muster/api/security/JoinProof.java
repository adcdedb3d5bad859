package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.identity.AccessToken;
import dev.muster.records.Records;
import dev.muster.records.credentials.JoinTokenRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** What an agent that joins proves: that somebody made a token for it. It is nobody's identity. */
public final class JoinProof {

  /** The header that has the token. */
  public static final String HEADER = "Muster-Join-Token";

  private static final String PROVEN = JoinProof.class.getName();

  private static final String ANOTHER = "; muster agent-token create makes another one";

  private final Records records;
  private final Guesses guesses;

  JoinProof(Records records, Guesses guesses) {
    this.records = records;
    this.guesses = guesses;
  }

  /** The token that a request was let in with. */
  public static JoinTokenRecord of(HttpServletRequest request) {
    if (request.getAttribute(PROVEN) instanceof JoinTokenRecord token) {
      return token;
    }
    throw new IllegalStateException("the request has proven nothing");
  }

  /**
   * Ends the request unless it has a join token that was made here and not revoked. Whether it is
   * used up or too old is looked at later: who has joined with it may ask again.
   */
  void require(HttpServletRequest request) {
    Optional<String> sent = Optional.ofNullable(request.getHeader(HEADER));
    if (sent.isEmpty()) {
      throw refusal("an agent joins with a token in the header %s".formatted(HEADER) + ANOTHER);
    }
    String address = request.getRemoteAddr();
    if (!guesses.mayTry(address)) {
      throw new ProblemException(
          ProblemType.TOO_MANY_REQUESTS, String.valueOf(new TooManyGuesses(address).getMessage()));
    }
    Optional<JoinTokenRecord> known =
        AccessToken.read(sent.get().strip())
            .flatMap(token -> records.joinTokens().known(token))
            .filter(token -> token.ended().isEmpty());
    if (known.isEmpty()) {
      guesses.failed(address);
      throw refusal("the join token is unknown, or was revoked" + ANOTHER);
    }
    request.setAttribute(PROVEN, known.get());
  }

  private static ProblemException refusal(String why) {
    return new ProblemException(ProblemType.UNAUTHENTICATED, why);
  }
}
