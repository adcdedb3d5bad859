package dev.muster.domain.discovery;

import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.rollout.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a source is read, and what follows from it.
 *
 * @param interval between two readings; a file is read when it changes, too
 * @param address where agents listen; empty for the port that the source names, or 8234
 * @param mayVanish how many of its nodes may vanish in one reading before a person is asked
 * @param removeAfter how long a vanished node is kept; empty for ever
 * @param variables of an inventory that become labels
 */
public record DiscoveryRules(
    Duration interval,
    Optional<AddressPattern> address,
    Share mayVanish,
    Optional<Duration> removeAfter,
    List<VariableName> variables) {

  public static final Bounds<Duration> INTERVAL =
      new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(1));

  public static final Bounds<Duration> REMOVE_AFTER =
      new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(36_500));

  /** What a discovery has that nobody said anything of. */
  public static final DiscoveryRules DEFAULT =
      new DiscoveryRules(
          Duration.ofMinutes(1), Optional.empty(), Share.percent(50), Optional.empty(), List.of());

  private static final int MOST_VARIABLES = 50;

  /**
   * @throws IllegalArgumentException if a value is not within its bounds
   */
  public DiscoveryRules {
    INTERVAL.require("interval", interval);
    removeAfter.ifPresent(time -> REMOVE_AFTER.require("removeAfter", time));
    variables = variables.stream().distinct().sorted().toList();
    if (variables.size() > MOST_VARIABLES) {
      throw new IllegalArgumentException(
          "variables: %d (expected: at most %d)".formatted(variables.size(), MOST_VARIABLES));
    }
  }
}
