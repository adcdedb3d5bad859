package dev.muster.kubernetes.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What is wrong with a field, in the words of Kubernetes' server.
 *
 * @param field such as {@code spec.commands[0].k0supdate}
 * @param message such as {@code Required value}
 */
public record FieldProblem(String field, Reason reason, String message) {

  /** Why a field is refused; clients tell them apart. */
  public enum Reason {
    REQUIRED("FieldValueRequired"),
    INVALID("FieldValueInvalid"),
    TYPE("FieldValueTypeInvalid"),
    NOT_SUPPORTED("FieldValueNotSupported"),
    FORBIDDEN("FieldValueForbidden"),
    TOO_LONG("FieldValueTooLong");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  static FieldProblem missing(String field) {
    return new FieldProblem(field, Reason.REQUIRED, "Required value");
  }

  /** A field that must be there. */
  public static FieldProblem missing(String field, String why) {
    return new FieldProblem(field, Reason.REQUIRED, "Required value: " + why);
  }

  /**
   * A value that cannot be.
   *
   * @param value as it is shown, with quotes if it is a text
   */
  public static FieldProblem invalid(String field, String value, String why) {
    return new FieldProblem(field, Reason.INVALID, "Invalid value: %s: %s".formatted(value, why));
  }

  /** A field that may not be there. */
  public static FieldProblem forbidden(String field, String why) {
    return new FieldProblem(field, Reason.FORBIDDEN, "Forbidden: " + why);
  }

  /** A value that is none of those that are known. */
  public static FieldProblem unknown(String field, String value, List<String> known) {
    return new FieldProblem(
        field,
        Reason.NOT_SUPPORTED,
        "Unsupported value: %s: supported values: %s"
            .formatted(
                value,
                known.stream().map(one -> "\"" + one + "\"").collect(Collectors.joining(", "))));
  }

  static FieldProblem type(String field, String is, String expected) {
    return new FieldProblem(
        field,
        Reason.TYPE,
        "Invalid value: \"%1$s\": %2$s in body must be of type %3$s: \"%1$s\""
            .formatted(is, field, expected));
  }

  @Override
  public String toString() {
    return field + ": " + message;
  }
}
