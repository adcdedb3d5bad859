package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses query parameters that a request does not take, or that are there twice: a misspelt filter
 * must not list all, and of two values none is guessed to be meant.
 */
public final class KnownParameters implements HandlerInterceptor {

  private static final String OPTIONAL_TEXT = "java.util.Optional<java.lang.String>";

  /** What a request takes, and whether it may be empty: only a text may. */
  private final Map<Method, SortedMap<String, Boolean>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method && request.getQueryString() != null) {
      SortedMap<String, Boolean> takes =
          known.computeIfAbsent(method.getMethod(), KnownParameters::taken);
      request
          .getParameterMap()
          .forEach((name, values) ->
              why(name, values, takes)
                  .ifPresent(why -> {
                    throw ProblemException.badRequest(
                        "query parameter '%s': %s".formatted(name, why));
                  }));
    }
    return true;
  }

  private static Optional<String> why(
      String name, String[] values, SortedMap<String, Boolean> takes) {
    @Nullable Boolean mayBeEmpty = takes.get(name);
    if (mayBeEmpty == null) {
      return Optional.of(
          "unknown (expected: %s)"
              .formatted(takes.isEmpty() ? "none" : String.join(", ", takes.keySet())));
    }
    if (values.length > 1) {
      return Optional.of(
          "there %d times (expected: once; several values have commas between them)"
              .formatted(values.length));
    }
    return values[0].isEmpty() && !mayBeEmpty
        ? Optional.of("empty (expected: a value, or no such parameter)")
        : Optional.empty();
  }

  private static SortedMap<String, Boolean> taken(Method method) {
    SortedMap<String, Boolean> taken = new TreeMap<>();
    for (Parameter parameter : method.getParameters()) {
      if (parameter.isAnnotationPresent(RequestParam.class)) {
        taken.put(
            parameter.getName(),
            parameter.getParameterizedType().getTypeName().equals(OPTIONAL_TEXT));
      }
    }
    return taken;
  }
}
