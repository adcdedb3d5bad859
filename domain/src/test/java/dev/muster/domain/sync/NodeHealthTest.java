package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeHealthTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  private static NodeHealth up(NodeHealth before, int second) {
    return before.answered(NodeStatus.UP, Optional.empty(), NOW.plusSeconds(second));
  }

  @Test
  void isUpSinceTheFirstLookOfTheStreak() {
    NodeHealth health = up(up(NodeHealth.UNSEEN, 0), 10);
    assertThat(health.upSince()).contains(NOW);
    NodeHealth broken =
        health.answered(NodeStatus.UNHEALTHY, Optional.of("lagging"), NOW.plusSeconds(20));
    assertThat(broken.upSince()).isEmpty();
    assertThat(broken.reason()).contains("lagging");
    assertThat(up(broken, 30).upSince()).contains(NOW.plusSeconds(30));
  }

  @Test
  void oneSilenceBreaksTheStreakAndIsCounted() {
    NodeHealth silent =
        up(NodeHealth.UNSEEN, 0)
            .silent("connection refused", NOW.plusSeconds(10))
            .silent("timeout after 5 s", NOW.plusSeconds(20));
    assertThat(silent)
        .isEqualTo(
            new NodeHealth(
                NodeStatus.UNREACHABLE,
                Optional.of("timeout after 5 s"),
                Optional.empty(),
                Optional.of(NOW.plusSeconds(10)),
                2));
    assertThat(up(silent, 30).upSince()).contains(NOW.plusSeconds(30));
  }

  @Test
  void isUnreachableOnlyAfterAWhile() {
    NodeHealth silent = NodeHealth.UNSEEN.silent("refused", NOW);
    assertThat(silent.isUnreachable(Duration.ofMinutes(5), NOW.plusSeconds(299))).isFalse();
    assertThat(silent.isUnreachable(Duration.ofMinutes(5), NOW.plusSeconds(300))).isTrue();
    assertThat(up(silent, 400).isUnreachable(Duration.ofMinutes(5), NOW.plusSeconds(900)))
        .isFalse();
  }
}
