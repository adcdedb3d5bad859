package dev.muster.api.problems;

import dev.muster.domain.playbook.Finding;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Says what is wrong with a JSON body in words for people, without class names. */
final class BodyMessages {

  private BodyMessages() {}

  static ProblemException problem(JacksonException failure) {
    return problem("", failure);
  }

  /**
   * @param under pointer to the part of the body that was read
   */
  static ProblemException problem(String under, JacksonException failure) {
    if (failure instanceof StreamReadException) {
      return ProblemException.badRequest(
          "the body is not JSON, %s: %s"
              .formatted(place(failure.getLocation()), firstLine(failure)));
    }
    Finding finding = new Finding(under + pointer(failure), message(failure));
    return ProblemException.findings(
        ProblemType.BAD_REQUEST,
        (finding.path().isEmpty() ? "body" : finding.path()) + ": " + finding.message(),
        List.of(finding),
        java.util.Optional.empty());
  }

  private static String message(JacksonException failure) {
    return switch (failure) {
      case UnrecognizedPropertyException unknown ->
          "unknown field (expected: %s)".formatted(known(unknown.getKnownPropertyIds()));
      case InvalidFormatException format ->
          "'%s' does not fit (expected: %s)"
              .formatted(format.getValue(), TypeWords.of(format.getTargetType()));
      case InvalidNullException missing -> "missing or null; it is required";
      case ValueInstantiationException refused when refused.getCause() != null ->
          firstLine(refused.getCause());
      case MismatchedInputException mismatch when isMissing(mismatch) ->
          "missing or null; it is required";
      case MismatchedInputException mismatch when mismatch.getTargetType() != null ->
          "does not fit (expected: %s)".formatted(TypeWords.of(mismatch.getTargetType()));
      default -> firstLine(failure);
    };
  }

  private static boolean isMissing(MismatchedInputException mismatch) {
    return mismatch.getOriginalMessage().startsWith("Null value for creator property");
  }

  private static String known(Collection<Object> names) {
    return names.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
  }

  private static String pointer(JacksonException failure) {
    return failure.getPath().stream()
        .map(step ->
            "/" + (step.getPropertyName() != null ? step.getPropertyName() : step.getIndex()))
        .collect(Collectors.joining());
  }

  private static String place(TokenStreamLocation at) {
    return at == null
        ? "somewhere"
        : "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }

  private static String firstLine(Throwable failure) {
    String message =
        failure instanceof JacksonException jackson
            ? jackson.getOriginalMessage()
            : String.valueOf(failure.getMessage());
    return message.lines().findFirst().orElse("unreadable");
  }
}
