package dev.muster.domain.action;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The id of an action: a UUID, the same in Muster and on the agent. */
public record ActionId(@JsonValue UUID value) implements Comparable<ActionId> {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ActionId {}

  /**
   * The id of the action that is derived from {@code parts}, for instance run, stage, step, node
   * and attempt: the same parts give the same id, so recording it twice is harmless.
   */
  public static ActionId derived(Object... parts) {
    StringBuilder name = new StringBuilder("muster/action");
    for (Object part : parts) {
      name.append('/').append(part);
    }
    return new ActionId(UUID.nameUUIDFromBytes(name.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Reads the usual 36 characters.
   *
   * @throws IllegalArgumentException if {@code text} is not a UUID
   */
  public static ActionId parse(String text) {
    if (text.length() != 36) {
      throw new IllegalArgumentException("action id: '%s' (expected: a UUID)".formatted(text));
    }
    return new ActionId(UUID.fromString(text));
  }

  // Not the record's own: see decision 26.

  @Override
  public boolean equals(Object other) {
    return other instanceof ActionId(UUID its) && value.equals(its);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(ActionId other) {
    return UuidOrder.BY_TEXT.compare(value, other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
