package dev.muster.domain.run;

import java.time.Duration;

/**
 * What must hold after a node's last step before the node counts as done.
 *
 * @param delay time that passes first
 * @param stable how long the node must then be UP without a break
 * @param timeout counted from the end of the last step; the node fails if it has not settled by
 *     then
 */
public record SettleRule(Duration delay, Duration stable, Duration timeout) {

  public SettleRule {
    if (delay.isNegative() || stable.isNegative()) {
      throw new IllegalArgumentException(
          "settle: wait %s, stable %s (expected: >= 0)".formatted(delay, stable));
    }
    if (timeout.compareTo(delay.plus(stable)) < 0) {
      throw new IllegalArgumentException(
          "settle.timeout: %s (expected: at least wait + stable = %s)"
              .formatted(timeout, delay.plus(stable)));
    }
  }
}
