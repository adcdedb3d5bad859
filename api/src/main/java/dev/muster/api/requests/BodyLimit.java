package dev.muster.api.requests;

import dev.muster.api.problems.BodyTooLargeException;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.protocol.WireFormat;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.MediaType;

/**
 * Refuses bodies over 1 MB: at once when the length is declared, else as soon as the limit is
 * passed. What is over the limit is never held. One that comes drop by drop is given up, so that
 * nobody keeps a connection busy for long.
 */
public final class BodyLimit implements Filter {

  public static final int MAX_BYTES = 1024 * 1024;

  private final Duration time;

  /**
   * @param time within which a body must have come, from when it begins to be read
   */
  public BodyLimit(Duration time) {
    this.time = time;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getContentLengthLong() > MAX_BYTES) {
      refuse((HttpServletResponse) response);
      return;
    }
    chain.doFilter(new Limited((HttpServletRequest) request, time), response);
  }

  private static void refuse(HttpServletResponse response) throws IOException {
    ProblemException problem =
        new ProblemException(
            ProblemType.TOO_LARGE,
            String.valueOf(new BodyTooLargeException(MAX_BYTES).getMessage()));
    response.setStatus(problem.body().status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(problem.body()));
  }

  private static final class Limited extends HttpServletRequestWrapper {

    private final Duration time;

    Limited(HttpServletRequest request, Duration time) {
      super(request);
      this.time = time;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new BoundedStream(super.getInputStream(), MAX_BYTES, time);
    }

    @Override
    public BufferedReader getReader() throws IOException {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
  }
}
