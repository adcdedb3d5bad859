package dev.muster.api.web;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.AllowedHosts;
import dev.muster.domain.shown.Shortened;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Refuses requests that were meant for another host: a page in somebody's browser, whose own name
 * was made to point here, would pass for this server's own.
 */
public final class Hosts implements Filter {

  private static final int SHOWN = 100;

  private final AllowedHosts allowed;

  public Hosts(AllowedHosts allowed) {
    this.allowed = allowed;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    List<String> hosts = Collections.list(http.getHeaders(HttpHeaders.HOST));
    boolean none = hosts.isEmpty() || hosts.equals(List.of(""));
    if (none && http.getProtocol().equals("HTTP/1.0")) {
      // No browser sends that, and there is no name that could point here by trickery.
      chain.doFilter(request, response);
      return;
    }
    String host = hosts.size() == 1 ? hosts.getFirst() : "";
    switch (allowed.of(host, InetAddress.ofLiteral(http.getLocalAddr()))) {
      case ALLOWED -> chain.doFilter(request, response);
      case FOREIGN -> refuse((HttpServletResponse) response, foreign(host));
      case MALFORMED ->
          refuse(
              (HttpServletResponse) response,
              ProblemException.badRequest("the request has no Host header with a host"));
    }
  }

  private ProblemException foreign(String host) {
    String shown = Shortened.to(SHOWN, host);
    return new ProblemException(
        ProblemType.MISDIRECTED,
        "'%s' is no name of this server; if it is one, add it to muster.http.allowed-hosts (now: %s)"
            .formatted(
                shown, allowed.names().isEmpty() ? "none" : String.join(", ", allowed.names())));
  }

  private static void refuse(HttpServletResponse response, ProblemException problem)
      throws IOException {
    response.setStatus(problem.body().status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(problem.body()));
  }
}
