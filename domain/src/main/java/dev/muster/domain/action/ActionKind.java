package dev.muster.domain.action;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** What an action does, by the name under which agents know it, such as {@code service.restart}. */
public record ActionKind(@JsonValue String value) {

  /** What a name is, as a regular expression that documents show. */
  public static final String PATTERN = "^[a-z0-9][-a-z0-9./_]{0,126}$";

  private static final Pattern NAME = Pattern.compile(PATTERN);

  /**
   * @throws IllegalArgumentException if it is no kind's name
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ActionKind {
    if (!NAME.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "kind: '%s' (expected: lower-case words joined by dots, such as service.restart)"
              .formatted(value));
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
