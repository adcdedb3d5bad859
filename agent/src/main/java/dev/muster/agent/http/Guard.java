package dev.muster.agent.http;

import dev.muster.agent.access.AcceptedTokens;
import dev.muster.domain.request.AllowedHosts;
import java.util.List;
import java.util.function.Supplier;

/** Lets in who has the token and means this agent, and no web page. */
record Guard(AcceptedTokens tokens, AllowedHosts hosts, Supplier<AllowedHosts> own) {

  private static final String SCHEME = "bearer ";

  void check(Call call) {
    checkHosts(call);
    if (call.path().equals(List.of("healthz"))) {
      return;
    }
    if (call.header("Origin").isPresent()) {
      throw RequestProblem.browser();
    }
    if (!tokens.isOpen() && !call.header("Authorization").map(this::fits).orElse(false)) {
      call.set("WWW-Authenticate", "Bearer");
      throw RequestProblem.unauthorized();
    }
  }

  /**
   * A web page can make its own name point here; what it sends names that. The host's own names are
   * looked up when a name is not known otherwise.
   */
  private void checkHosts(Call call) {
    for (String host : call.hosts()) {
      AllowedHosts.Verdict verdict = hosts.of(host, call.calledAt());
      if (verdict == AllowedHosts.Verdict.FOREIGN) {
        verdict = own.get().of(host, call.calledAt());
      }
      switch (verdict) {
        case ALLOWED -> {}
        case MALFORMED -> throw RequestProblem.badRequest("the Host header names no host");
        case FOREIGN -> throw RequestProblem.misdirected(host);
      }
    }
  }

  /** Takes as long for a wrong token as for the right one. */
  private boolean fits(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    return tokens.accepts(header.substring(SCHEME.length()).strip());
  }
}
