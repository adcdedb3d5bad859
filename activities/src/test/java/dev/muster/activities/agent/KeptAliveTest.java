package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class KeptAliveTest {

  private final AtomicLong now = new AtomicLong();
  private final KeptAlive kept = new KeptAlive(2, Duration.ofMinutes(3), now::get);

  @Test
  void thoseThatCameFirstKeepTheirPlacesHoweverManyTakeTurns() {
    for (int round = 0; round < 3; round++) {
      assertThat(kept.keeps("a")).isTrue();
      assertThat(kept.keeps("b")).isTrue();
      assertThat(kept.keeps("c")).isFalse();
      assertThat(kept.keeps("d")).isFalse();
    }
  }

  @Test
  void aPlaceThatWasNotUsedForAWhileGoesToAnother() {
    kept.keeps("a");
    kept.keeps("b");
    later(Duration.ofMinutes(2));
    kept.keeps("b");
    assertThat(kept.keeps("c")).isFalse();

    later(Duration.ofMinutes(2));
    assertThat(kept.keeps("c")).as("the place of a").isTrue();
    assertThat(kept.keeps("b")).isTrue();
    assertThat(kept.keeps("a")).isFalse();
  }

  private void later(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
