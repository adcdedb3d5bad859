package dev.muster.api.problems;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** What is wrong with a part of the address or a query parameter. */
final class Arguments {

  private Arguments() {}

  static ProblemException problem(MethodArgumentTypeMismatchException failure) {
    Class<?> type = failure.getRequiredType();
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
    String why = String.valueOf(root.getMessage());
    if (type == ClusterName.class || type == NodeId.class) {
      return ProblemException.notFound("there is no such %s: %s".formatted(failure.getName(), why));
    }
    if (type == null) {
      return ProblemException.badRequest(
          "%s: '%s' does not fit".formatted(failure.getName(), failure.getValue()));
    }
    boolean saysItself = type.getName().startsWith("dev.muster.") && !type.isEnum();
    return ProblemException.badRequest(
        saysItself
            ? why
            : "%s: '%s' (expected: %s)"
                .formatted(failure.getName(), failure.getValue(), TypeWords.of(type)));
  }
}
