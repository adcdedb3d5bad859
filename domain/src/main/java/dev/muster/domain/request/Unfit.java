package dev.muster.domain.request;

import dev.muster.domain.playbook.Finding;
import java.util.Collection;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Says where JSON does not fit, and why, in words for people, without class names. */
public final class Unfit {

  private Unfit() {}

  /**
   * What {@link StrictJson} refused.
   *
   * @param under pointer to the part of the document that was read
   */
  public static Finding finding(String under, JacksonException failure) {
    return new Finding(under + pointer(failure), message(failure));
  }

  /** A finding as one line. */
  public static String line(Finding finding) {
    return (finding.path().isEmpty() ? "body" : finding.path()) + ": " + finding.message();
  }

  /** The first line of what a failure says. */
  public static String firstLine(Throwable failure) {
    String message =
        failure instanceof JacksonException jackson
            ? jackson.getOriginalMessage()
            : String.valueOf(failure.getMessage());
    return message.lines().findFirst().orElse("unreadable");
  }

  private static String message(JacksonException failure) {
    return switch (failure) {
      case UnrecognizedPropertyException unknown ->
          "unknown field (expected: %s)".formatted(known(unknown.getKnownPropertyIds()));
      case InvalidFormatException format ->
          "'%s' does not fit (expected: %s)"
              .formatted(format.getValue(), TypeWords.of(format.getTargetType()));
      case InputCoercionException range ->
          "too large or too small (expected: %s)".formatted(TypeWords.of(range.getTargetType()));
      case InvalidNullException element when element.getPropertyName().isEmpty() ->
          "null (expected: %s)".formatted(TypeWords.of(element.getTargetType()));
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
}
