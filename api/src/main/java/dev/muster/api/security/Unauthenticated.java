package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.security.Refusals.Refusal;
import dev.muster.domain.action.Actor;
import dev.muster.domain.protocol.WireFormat;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;

/** Says to somebody who proved nothing, or something wrong, what to do about it. */
final class Unauthenticated
    implements AuthenticationEntryPoint, AuthenticationFailureHandler, AccessDeniedHandler {

  private final Refusals refusals;

  Unauthenticated(Refusals refusals) {
    this.refusals = refusals;
  }

  /** Nothing was sent that would prove anything. */
  static ProblemException nobody() {
    return new ProblemException(
        ProblemType.UNAUTHENTICATED,
        "this Muster asks who calls: send Authorization: Bearer and a token (muster: MUSTER_TOKEN,"
            + " or muster login); whoever administers it makes one with muster token create");
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException none)
      throws IOException {
    refuse(request, response, nobody());
  }

  /** Nothing but having proven nothing is refused before it is known what is asked for. */
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
      throws IOException {
    refuse(request, response, nobody());
  }

  @Override
  public void onAuthenticationFailure(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
      throws IOException {
    refuse(request, response, problem(failure));
  }

  private static ProblemException problem(AuthenticationException failure) {
    String why = String.valueOf(failure.getMessage());
    return switch (failure) {
      case ProviderAway away ->
          new ProblemException(
              ProblemType.PROVIDER_UNAVAILABLE,
              "the identity provider does not say with which keys it signs, so it is not known who"
                  + " calls: %s; nothing was changed, try again in a moment".formatted(why));
      case AuthenticationServiceException away ->
          new ProblemException(
              ProblemType.DATABASE_UNAVAILABLE,
              "PostgreSQL does not answer, so it is not known who calls; nothing was changed, try"
                  + " again in a moment");
      case TooManyGuesses many -> new ProblemException(ProblemType.TOO_MANY_REQUESTS, why);
      default ->
          new ProblemException(
              ProblemType.UNAUTHENTICATED,
              why
                  + "; muster login gets a new one, and whoever administers Muster makes one with"
                  + " muster token create");
    };
  }

  private void refuse(
      HttpServletRequest request, HttpServletResponse response, ProblemException problem)
      throws IOException {
    refusals.note(Refusal.of(request, Actor.anonymous(request.getRemoteAddr()), problem));
    int status = problem.body().status();
    response.setStatus(status);
    if (status == 401) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, ProblemType.CHALLENGE);
    } else {
      response.setHeader(HttpHeaders.RETRY_AFTER, status == 429 ? "1" : "2");
    }
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(problem.body()));
  }
}
