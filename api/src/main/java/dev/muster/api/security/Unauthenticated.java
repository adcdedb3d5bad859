package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.security.Refusals.Refusal;
import dev.muster.domain.action.Actor;
import dev.muster.domain.identity.AccessDecision;
import dev.muster.domain.identity.AccessDecision.Outcome;
import dev.muster.domain.identity.AccessDecision.Place;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.protocol.WireFormat;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
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

  /** What is refused before it is known which method answers: what is about all clusters. */
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
      throws IOException {
    Optional<Identity> identity = ProvenIdentity.current().map(ProvenIdentity::identity);
    refuse(
        request, response, identity.map(Unauthenticated::notEverywhere).orElseGet(() -> nobody()));
  }

  private static ProblemException notEverywhere(Identity identity) {
    return new ProblemException(
        ProblemType.FORBIDDEN,
        AccessDecision.judge(identity, Permission.READ, new Place.Everywhere())
                instanceof Outcome.Forbidden(String why)
            ? why
            : "nobody may do this");
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
    Actor who =
        ProvenIdentity.current()
            .map(one -> Actor.user(one.identity().name()))
            .orElseGet(() -> Actor.anonymous(request.getRemoteAddr()));
    refusals.note(Refusal.of(request, who, problem));
    int status = problem.body().status();
    response.setStatus(status);
    switch (status) {
      case 401 -> response.setHeader(HttpHeaders.WWW_AUTHENTICATE, ProblemType.CHALLENGE);
      case 403 -> {}
      case 429 -> response.setHeader(HttpHeaders.RETRY_AFTER, "1");
      default -> response.setHeader(HttpHeaders.RETRY_AFTER, "2");
    }
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(problem.body()));
  }
}
