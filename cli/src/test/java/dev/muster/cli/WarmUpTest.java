package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class WarmUpTest {
  @Test
  @Timeout(30)
  void goesThroughTheCommandsAndEnds() {
    assertThat(WarmUp.run()).isZero();
  }
}
