package dev.muster.domain.action;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who executes an action. Playbooks write it as {@code runs: core}. */
public enum Executor {
  /** The agent of the action's node. */
  AGENT,
  /** Muster itself: nothing of it reaches the node, so that the node may be down. */
  CORE;

  /** The executor of a word, such as {@code core}. */
  public static Optional<Executor> named(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  /**
   * The executor of a word that was written by {@link #word}.
   *
   * @throws IllegalArgumentException if there is none
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Executor require(String word) {
    return named(word)
        .orElseThrow(() ->
            new IllegalArgumentException("runs: '%s' (expected: agent or core)".formatted(word)));
  }

  /** As people write it. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
