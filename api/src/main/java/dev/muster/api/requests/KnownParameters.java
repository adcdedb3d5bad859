package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses query parameters that a request does not take, or that are there twice: a misspelt filter
 * must not list all, and of two values none is guessed to be meant.
 */
public final class KnownParameters implements HandlerInterceptor {

  private final Map<Method, SortedSet<String>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method && request.getQueryString() != null) {
      SortedSet<String> names = known.computeIfAbsent(method.getMethod(), KnownParameters::names);
      request
          .getParameterMap()
          .forEach((sent, values) -> {
            if (!names.contains(sent)) {
              throw ProblemException.badRequest(
                  "query parameter '%s': unknown (expected: %s)"
                      .formatted(sent, names.isEmpty() ? "none" : String.join(", ", names)));
            }
            if (values.length > 1) {
              throw ProblemException.badRequest(
                  "query parameter '%s': there %d times (expected: once; where several values serve,"
                          .formatted(sent, values.length)
                      + " with commas between them)");
            }
          });
    }
    return true;
  }

  private static SortedSet<String> names(Method method) {
    return Arrays.stream(method.getParameters())
        .filter(parameter -> parameter.isAnnotationPresent(RequestParam.class))
        .map(Parameter::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
