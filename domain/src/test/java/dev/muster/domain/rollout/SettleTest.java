package dev.muster.domain.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.rollout.Settle.Judgement;
import dev.muster.domain.run.SettleRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettleTest {

  private static final Instant END = Instant.parse("2026-03-02T08:00:00Z");
  private static final SettleRule RULE =
      new SettleRule(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(5));

  private static Judgement at(int second, Optional<Integer> upSince) {
    return Settle.judge(RULE, END, upSince.map(END::plusSeconds), END.plusSeconds(second));
  }

  private static Judgement until(int second) {
    return new Judgement.Until(END.plusSeconds(second));
  }

  @Test
  void settlesWhenUpWithoutABreakAfterTheDelay() {
    assertThat(at(0, Optional.of(-600))).isEqualTo(until(35));
    assertThat(at(34, Optional.of(-600))).isEqualTo(until(35));
    assertThat(at(35, Optional.of(-600))).isEqualTo(new Judgement.Settled());
  }

  @Test
  void beginsAgainWhenTheNodeWasDownMeanwhile() {
    assertThat(at(40, Optional.of(20))).isEqualTo(until(50));
    assertThat(at(50, Optional.of(20))).isEqualTo(new Judgement.Settled());
  }

  @Test
  void waitsForTheTimeoutWhileTheNodeIsDown() {
    assertThat(at(40, Optional.empty())).isEqualTo(until(300));
    assertThat(at(299, Optional.empty())).isEqualTo(until(300));
    assertThat(at(300, Optional.empty())).isEqualTo(new Judgement.TimedOut());
  }

  @Test
  void aNodeThatCameUpTooLateTimesOutAndNotEarlier() {
    assertThat(at(280, Optional.of(271))).isEqualTo(until(300));
    assertThat(at(300, Optional.of(271))).isEqualTo(new Judgement.TimedOut());
    assertThat(at(299, Optional.of(270))).isEqualTo(until(300));
    assertThat(at(300, Optional.of(270))).isEqualTo(new Judgement.Settled());
  }

  @Test
  void aNodeThatSettledInTimeIsSettledWheneverSomebodyLooks() {
    assertThat(at(9000, Optional.of(10))).isEqualTo(new Judgement.Settled());
  }
}
