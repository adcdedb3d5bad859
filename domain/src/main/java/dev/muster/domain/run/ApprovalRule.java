package dev.muster.domain.run;

import java.time.Duration;
import java.util.List;

/**
 * Who must agree before a stage opens.
 *
 * @param required how many distinct people; at least 1
 * @param from who may: names, {@code group:…} and {@code role:…}; everybody when it is empty
 * @param requesterMay whether the person who started the run counts
 * @param timeout after which the answer is no
 */
public record ApprovalRule(
    int required, List<String> from, boolean requesterMay, Duration timeout) {

  public ApprovalRule {
    if (required < 1) {
      throw new IllegalArgumentException(
          "approval.required: %d (expected: >= 1)".formatted(required));
    }
    from = List.copyOf(from);
  }
}
