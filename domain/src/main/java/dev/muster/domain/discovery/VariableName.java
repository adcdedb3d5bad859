package dev.muster.domain.discovery;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** A variable of an inventory that becomes a label, such as {@code rack}. */
public record VariableName(@JsonValue String value) implements Comparable<VariableName> {

  /** As a regular expression that documents show. */
  public static final String PATTERN = "^[A-Za-z_][A-Za-z0-9_]{0,62}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /**
   * @throws IllegalArgumentException if an inventory's variable cannot be called so
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public VariableName {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "variables: '%s' (expected: names such as rack)".formatted(value));
    }
  }

  @Override
  public int compareTo(VariableName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
