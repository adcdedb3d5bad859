package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** Which edition of Autopilot a cluster's plans follow where editions differ. */
public enum Dialect {
  /** Autopilot as it is today: a probe that fails is tried again. */
  CURRENT("current"),
  /**
   * The edition of the seed document: a probe that fails ends the plan as InconsistentTargets, a
   * node that went away as MissingSignalNode, a platform that is missing as MissingPlatform.
   */
  SEED("seed"),
  /** As today, and a plan of another name than {@code autopilot} is kept and never looked at. */
  STRICT("strict");

  private final String word;

  Dialect(String word) {
    this.word = word;
  }

  /**
   * Reads the word of a dialect.
   *
   * @throws IllegalArgumentException if it is none
   */
  @JsonCreator
  public static Dialect parse(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word.equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "dialect: '%s' (expected: current, seed or strict)".formatted(word)));
  }

  @JsonValue
  public String word() {
    return word;
  }
}
