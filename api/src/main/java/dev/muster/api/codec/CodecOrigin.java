package dev.muster.api.codec;

import dev.muster.connections.TemporalSettings;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * Lets the pages of one other site, Temporal's Web UI, ask for decoding: it runs in a browser,
 * under an origin of its own. Every other site stays refused.
 */
public final class CodecOrigin implements Filter {

  /** On a request that may pass although a page of another site sends it. */
  public static final String ALLOWED = CodecOrigin.class.getName() + ".allowed";

  private static final String DAY = "86400";

  private final Optional<String> allowed;

  public CodecOrigin(TemporalSettings settings) {
    this.allowed = settings.codecUiOrigin();
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String origin = http.getHeader(HttpHeaders.ORIGIN);
    if (origin == null || allowed.filter(origin::equalsIgnoreCase).isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    answer.addHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    if (http.getMethod().equals("OPTIONS")) {
      answer.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, "POST");
      answer.setHeader(
          HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, X-Namespace, Authorization");
      answer.setHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, DAY);
      answer.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return;
    }
    request.setAttribute(ALLOWED, true);
    chain.doFilter(request, response);
  }
}
