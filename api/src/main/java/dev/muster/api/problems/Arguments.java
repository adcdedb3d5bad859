package dev.muster.api.problems;

import dev.muster.domain.request.TypeWords;
import org.springframework.core.MethodParameter;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** What is wrong with a part of the address or a query parameter. */
final class Arguments {

  private Arguments() {}

  static ProblemException problem(MethodArgumentTypeMismatchException failure) {
    MethodParameter parameter = failure.getParameter().nestedIfOptional();
    Class<?> type = parameter.getNestedParameterType();
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
    String why = String.valueOf(root.getMessage());
    if (parameter.hasParameterAnnotation(PathVariable.class)) {
      return ProblemException.notFound("there is no such %s: %s".formatted(failure.getName(), why));
    }
    boolean saysItself = type.getName().startsWith("dev.muster.") && !type.isEnum();
    return ProblemException.badRequest(
        saysItself
            ? why
            : "%s: '%s' (expected: %s)"
                .formatted(failure.getName(), failure.getValue(), TypeWords.of(type)));
  }
}
