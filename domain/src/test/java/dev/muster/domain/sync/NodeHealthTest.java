package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeStatus;
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
}
