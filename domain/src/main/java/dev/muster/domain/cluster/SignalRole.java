package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** As what a plan targets a node. A node whose role is {@code controller+worker} is both. */
public enum SignalRole {
  CONTROLLER("controller"),
  WORKER("worker");

  private final String word;

  SignalRole(String word) {
    this.word = word;
  }

  /**
   * Reads the word of a role.
   *
   * @throws IllegalArgumentException if it is none
   */
  @JsonCreator
  public static SignalRole parse(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word.equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "role: '%s' (expected: controller or worker)".formatted(word)));
  }

  @JsonValue
  public String word() {
    return word;
  }
}
