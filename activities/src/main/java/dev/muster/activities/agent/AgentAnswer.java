package dev.muster.activities.agent;

import dev.muster.domain.shown.Shortened;
import java.util.Optional;
import java.util.function.Function;

/**
 * What became of a call to an agent. The reasons are sentences for people; the same situation gives
 * the same sentence, so that storing it again changes nothing.
 */
public sealed interface AgentAnswer<T> {

  /** A reason may quote what a peer sent, and is written with each cycle and shown to people. */
  int LONGEST_REASON = 1_000;

  /** The agent answered as the protocol has it. */
  record Answered<T>(T value) implements AgentAnswer<T> {}

  /** Nobody answered, or not in time: asking again later may help. */
  record Unreachable<T>(String reason) implements AgentAnswer<T> {

    public Unreachable {
      reason = Shortened.to(LONGEST_REASON, reason);
    }
  }

  /** Somebody answered, but not what was asked for. */
  record Garbage<T>(String reason) implements AgentAnswer<T> {

    public Garbage {
      reason = Shortened.to(LONGEST_REASON, reason);
    }
  }

  /** The value, if the agent answered. */
  default Optional<T> found() {
    return switch (this) {
      case Answered<T> answered -> Optional.of(answered.value());
      case Unreachable<T> unreachable -> Optional.empty();
      case Garbage<T> garbage -> Optional.empty();
    };
  }

  /** Why there is no value. */
  default Optional<String> error() {
    return switch (this) {
      case Answered<T> answered -> Optional.empty();
      case Unreachable<T> unreachable -> Optional.of(unreachable.reason());
      case Garbage<T> garbage -> Optional.of(garbage.reason());
    };
  }

  /** What {@code next} makes of the value, if there is one. */
  default <R> AgentAnswer<R> then(Function<T, AgentAnswer<R>> next) {
    return switch (this) {
      case Answered<T> answered -> next.apply(answered.value());
      case Unreachable<T> unreachable -> new Unreachable<>(unreachable.reason());
      case Garbage<T> garbage -> new Garbage<>(garbage.reason());
    };
  }
}
