package dev.muster.api.web;

import dev.muster.api.codec.CodecOrigin;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.protocol.WireFormat;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * Keeps pages of other sites, open in the browser of somebody who can reach this API, from sending
 * it commands: browsers say where a request comes from, programs do not.
 */
public final class SameSite implements Filter {

  private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    boolean allowed = Boolean.TRUE.equals(http.getAttribute(CodecOrigin.ALLOWED));
    if (!allowed && isForeign(http) && !HARMLESS.contains(http.getMethod())) {
      refuse((HttpServletResponse) response);
      return;
    }
    chain.doFilter(request, response);
  }

  private static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return site.equals("cross-site") || site.equals("same-site");
    }
    // Over plain HTTP browsers send it to loopback only; an Origin they send everywhere.
    String origin = request.getHeader("Origin");
    return origin != null
        && !isAuthority(origin, request.getHeader("Host"))
        && !isAuthority(origin, request.getHeader("X-Forwarded-Host"));
  }

  private static boolean isAuthority(String origin, @Nullable String host) {
    return host != null
        && origin.toLowerCase(Locale.ROOT).endsWith("://" + host.toLowerCase(Locale.ROOT));
  }

  private static void refuse(HttpServletResponse response) throws IOException {
    ProblemException problem =
        new ProblemException(
            ProblemType.FORBIDDEN, "a page of another site may not send commands to Muster");
    response.setStatus(problem.body().status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(problem.body()));
  }
}
