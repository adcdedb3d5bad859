package dev.muster.api.problems;

import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;

/**
 * The address of a request as logs and the audit may have it. That of a receiver is its secret,
 * which whoever reads them must not learn.
 */
public final class ShownAddress {

  private static final Pattern SECRET = Pattern.compile("(/v1/webhooks/)[^/]+");

  private ShownAddress() {}

  /** Without its query. */
  public static String of(HttpServletRequest request) {
    return SECRET.matcher(request.getRequestURI()).replaceFirst("$1…");
  }
}
