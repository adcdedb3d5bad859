package dev.muster.workflows.signals;

import java.util.function.Function;

/** What was understood of something that was said, or why it was not. */
public sealed interface ParsedMessage<T> {

  /** Whether nothing is wrong with it is decided where it is carried out. */
  record Understood<T>(T value) implements ParsedMessage<T> {}

  /**
   * It cannot be acted on.
   *
   * @param why with what was expected
   */
  record NotUnderstood<T>(String why) implements ParsedMessage<T> {}

  /** This message with something made of its value. */
  default <R> ParsedMessage<R> map(Function<T, R> made) {
    return switch (this) {
      case Understood<T>(T value) -> new Understood<>(made.apply(value));
      case NotUnderstood<T>(String why) -> new NotUnderstood<>(why);
    };
  }

  /**
   * The value, for a validator of an update.
   *
   * @throws IllegalArgumentException with the reason why there is none
   */
  default T orReject() {
    return switch (this) {
      case Understood<T>(T value) -> value;
      case NotUnderstood<T>(String why) -> throw new IllegalArgumentException(why);
    };
  }
}
