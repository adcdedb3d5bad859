package dev.muster.domain.autopilot;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** Where a node is within a command of a plan, in Autopilot's words. */
public enum SignalState {
  /** It has not been signalled. */
  PENDING("SignalPending"),
  /** Its whole chain is under way, from the download to the uncordoning. */
  SENT("SignalSent"),
  /** Final: the chain is done. */
  COMPLETED("SignalCompleted"),
  /** Final: the cluster has no such node. */
  MISSING_NODE("SignalMissingNode"),
  /** Final: the plan has nothing for its platform. */
  MISSING_PLATFORM("SignalMissingPlatform"),
  /** Final: the chain failed. */
  APPLY_FAILED("SignalApplyFailed");

  private final String word;

  SignalState(String word) {
    this.word = word;
  }

  /**
   * Reads a stored word.
   *
   * @throws IllegalArgumentException if it is none
   */
  @JsonCreator
  public static SignalState parse(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word.equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "state: '%s' (expected: one of Autopilot's, such as SignalSent)".formatted(word)));
  }

  @JsonValue
  public String word() {
    return word;
  }

  public boolean isFinal() {
    return this != PENDING && this != SENT;
  }
}
