package dev.muster.domain.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {

  @Test
  void doublesUpToTheLongestAndBeginsAgainAfterASuccess() {
    Backoff backoff = new Backoff();
    assertThat(LongStream.range(0, 7).map(i -> backoff.next().toSeconds()))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    backoff.reset();
    assertThat(backoff.next()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void takesOtherLimits() {
    Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(150));
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(100));
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(150));
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(150));
  }
}
