package dev.muster.kubernetes.http;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.status.KubeStatus;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows the API's problems in the shape of Kubernetes' errors, wherever in the API they come from:
 * before Spring MVC has a request, too.
 */
public final class StatusShape implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Shaped shaped = new Shaped((HttpServletResponse) response);
    chain.doFilter(request, shaped);
    shaped.finish();
  }

  /** The status that a problem is. */
  static KubeStatus status(JsonNode problem) {
    int code = problem.path("status").asInt(500);
    String reason =
        switch (code) {
          case 400 -> "BadRequest";
          case 401 -> "Unauthorized";
          case 403, 421 -> "Forbidden";
          case 404 -> "NotFound";
          case 405 -> "MethodNotAllowed";
          case 406 -> "NotAcceptable";
          case 409 -> "Conflict";
          case 413 -> "RequestEntityTooLarge";
          case 415 -> "UnsupportedMediaType";
          case 422 -> "Invalid";
          case 429 -> "TooManyRequests";
          case 503 -> "ServiceUnavailable";
          default -> "InternalError";
        };
    Optional<ObjectNode> details =
        code == 429 || code == 503
            ? Optional.of(WireFormat.JSON.createObjectNode().put("retryAfterSeconds", 2))
            : Optional.empty();
    return new KubeStatus(code, reason, problem.path("detail").asString(""), details);
  }

  private static final class Shaped extends HttpServletResponseWrapper {

    private Optional<ByteArrayOutputStream> problem = Optional.empty();

    Shaped(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void setContentType(@Nullable String type) {
      super.setContentType(own(type));
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
      super.setHeader(name, isType(name) ? own(value) : value);
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
      super.addHeader(name, isType(name) ? own(value) : value);
    }

    @Override
    public void setContentLength(int length) {
      if (problem.isEmpty()) {
        super.setContentLength(length);
      }
    }

    @Override
    public void setContentLengthLong(long length) {
      if (problem.isEmpty()) {
        super.setContentLengthLong(length);
      }
    }

    private static boolean isType(String header) {
      return header.equalsIgnoreCase(HttpHeaders.CONTENT_TYPE);
    }

    /** Spring takes a type back that it has set: with it goes the problem. */
    private @Nullable String own(@Nullable String type) {
      if (type == null) {
        problem = Optional.empty();
        return null;
      }
      if (!type.startsWith(MediaType.APPLICATION_PROBLEM_JSON_VALUE)) {
        return type;
      }
      if (problem.isEmpty()) {
        problem = Optional.of(new ByteArrayOutputStream());
      }
      return MediaType.APPLICATION_JSON_VALUE;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      return problem.isEmpty() ? super.getOutputStream() : new Kept(problem.get());
    }

    @Override
    public void flushBuffer() throws IOException {
      if (problem.isEmpty()) {
        super.flushBuffer();
      }
    }

    void finish() throws IOException {
      if (problem.isPresent()) {
        JsonNode read = WireFormat.JSON.readTree(problem.get().toByteArray());
        super.getOutputStream().write(WireFormat.JSON.writeValueAsBytes(status(read).json()));
      }
    }
  }

  /** What is written there is kept until it is whole. */
  private static final class Kept extends ServletOutputStream {

    private final ByteArrayOutputStream bytes;

    Kept(ByteArrayOutputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public void write(int one) {
      bytes.write(one);
    }

    @Override
    public void write(byte[] many, int from, int length) {
      bytes.write(many, from, length);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("nothing is written later");
    }
  }
}
