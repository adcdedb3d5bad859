package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SilenceTest {

  @Test
  void aNodeIsUnreachableExactlyWhenItsTimeIsOver() {
    Instant silent = Instant.parse("2026-03-02T08:00:00Z");
    Duration after = Duration.ofMinutes(5);
    Instant end = silent.plus(after);

    assertThat(Silence.judge(silent, after, end.minusMillis(1)))
        .isEqualTo(new Silence(false, Optional.of(end)));
    assertThat(Silence.judge(silent, after, end)).isEqualTo(new Silence(true, Optional.empty()));
  }
}
