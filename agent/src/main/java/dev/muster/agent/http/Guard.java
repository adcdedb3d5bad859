package dev.muster.agent.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Lets in who has the token, and no web page. */
record Guard(Optional<String> token) {

  private static final String SCHEME = "bearer ";

  void check(Call call) {
    if (call.header("Origin").isPresent()) {
      throw ProblemException.browser();
    }
    if (token.isPresent() && !call.header("Authorization").map(this::fits).orElse(false)) {
      call.set("WWW-Authenticate", "Bearer");
      throw ProblemException.unauthorized();
    }
  }

  /** Takes as long for a wrong token as for the right one. */
  private boolean fits(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] given = header.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given, token.orElse("").getBytes(StandardCharsets.UTF_8));
  }
}
