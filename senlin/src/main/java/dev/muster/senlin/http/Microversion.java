package dev.muster.senlin.http;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Reads which version of Senlin's API a client speaks, and refuses what that has not. */
public final class Microversion implements HandlerInterceptor {

  static final String HEADER = "OpenStack-API-Version";
  static final int NEWEST = 14;

  private static final String SERVICE = "clustering";
  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
  private static final String ASKED = Microversion.class.getName();

  /** The minor number that a request was made with. */
  public static int of(HttpServletRequest request) {
    return request.getAttribute(ASKED) instanceof Integer minor ? minor : 0;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    response.setHeader("X-OpenStack-Request-ID", "req-" + UUID.randomUUID());
    response.addHeader(HttpHeaders.VARY, HEADER);
    int minor = asked(request);
    response.setHeader(HEADER, "%s 1.%d".formatted(SERVICE, minor));
    request.setAttribute(ASKED, minor);
    if (handler instanceof HandlerMethod method) {
      @Nullable SinceVersion since = method.getMethodAnnotation(SinceVersion.class);
      if (since != null && since.value() > minor) {
        throw ProblemException.badRequest(
            "API version '1.%d' is not supported on this method (expected: 1.%d to 1.%d in the header %s)"
                .formatted(minor, since.value(), NEWEST, HEADER));
      }
    }
    return true;
  }

  /** The header may name versions of several services; without ours it is the oldest. */
  private static int asked(HttpServletRequest request) {
    String header = Optional.ofNullable(request.getHeader(HEADER)).orElse("");
    return Arrays.stream(header.split(",", -1))
        .map(String::strip)
        .filter(one -> one.startsWith(SERVICE + " "))
        .map(one -> one.substring(SERVICE.length()).strip())
        .findFirst()
        .map(Microversion::minor)
        .orElse(0);
  }

  private static int minor(String text) {
    if (text.equals("latest")) {
      return NEWEST;
    }
    Matcher parts = VERSION.matcher(text);
    if (!parts.matches()) {
      throw ProblemException.badRequest(
          "API Version String '%s' is of invalid format. It must be of format 'major.minor'."
              .formatted(text));
    }
    int minor = Integer.parseInt(parts.group(2));
    if (Integer.parseInt(parts.group(1)) != 1 || minor > NEWEST) {
      throw new ProblemException(
          ProblemType.NOT_ACCEPTABLE,
          "Version '%s' is not supported by the API. Minimum is '1.0' and maximum is '1.%d'."
              .formatted(text, NEWEST));
    }
    return minor;
  }
}
