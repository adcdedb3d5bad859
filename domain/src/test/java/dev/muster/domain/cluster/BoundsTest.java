package dev.muster.domain.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BoundsTest {

  private static final Bounds<Integer> BOUNDS = new Bounds<>(2, 5);

  @Test
  void bothEndsAreIncluded() {
    for (int value = 2; value <= 5; value++) {
      assertThat(BOUNDS.require("size", value)).isEqualTo(value);
      assertThat(BOUNDS.nearest(value)).isEqualTo(value);
    }
    for (int value : new int[] {1, 6}) {
      assertThatThrownBy(() -> BOUNDS.require("size", value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("size: %d (expected: 2 to 5)".formatted(value));
    }
    assertThat(BOUNDS.nearest(1)).isEqualTo(2);
    assertThat(BOUNDS.nearest(6)).isEqualTo(5);
  }

  @Test
  void settingsFromBeforeThereWereBoundsComeToTheNearestOnes() {
    assertThat(
            new ClusterSettings.Stored(
                    Duration.ZERO,
                    Duration.ofDays(2),
                    Optional.of(0),
                    5_000,
                    Duration.ofDays(99),
                    Optional.empty())
                .nearest())
        .isEqualTo(
            new ClusterSettings(
                Duration.ofMillis(100),
                Duration.ofDays(1),
                Optional.of(1),
                1_000,
                Duration.ofDays(30)));
  }

  @Test
  void eachSettingIsWithinItsOwnBounds() {
    assertRefused("idleInterval", 0, 1, 1, 1);
    assertRefused("busyInterval", 1, 0, 1, 1);
    assertRefused("maxNodesInWork", 1, 1, 0, 1);
    assertRefused("agentQueue", 1, 1, 1, 0);
    assertThatThrownBy(() ->
            new ClusterSettings(
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Optional.empty(),
                1,
                Duration.ofDays(31)))
        .hasMessageStartingWith("unreachableAfter: ");
  }

  private static void assertRefused(String name, int idle, int busy, int most, int queue) {
    assertThatThrownBy(() ->
            new ClusterSettings(
                Duration.ofSeconds(idle),
                Duration.ofSeconds(busy),
                Optional.of(most),
                queue,
                Duration.ofMinutes(1)))
        .hasMessageStartingWith(name + ": ");
  }
}
