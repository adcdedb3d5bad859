package dev.muster.domain.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.log.LogFetchDecision.Next;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LogFetchDecisionTest {

  private static final Instant WANTED = Instant.parse("2026-11-21T10:00:00Z");

  @Test
  void anAgentThatIsAwayIsAskedAgainLessAndLessOften() {
    Instant now = WANTED.plusSeconds(60);
    assertThat(LogFetchDecision.failed(WANTED, 0, "away", now))
        .isEqualTo(new Next.Again(now.plusSeconds(2), "away"));
    assertThat(LogFetchDecision.failed(WANTED, 3, "away", now))
        .isEqualTo(new Next.Again(now.plusSeconds(16), "away"));
    assertThat(LogFetchDecision.failed(WANTED, 1_000, "away", now))
        .isEqualTo(new Next.Again(now.plus(Duration.ofMinutes(10)), "away"));
  }

  @Test
  void itIsGivenUpWhenNoAgentWouldStillHaveIt() {
    assertThat(LogFetchDecision.failed(WANTED, 9, "away", WANTED.plus(Duration.ofDays(14))))
        .isInstanceOf(Next.Again.class);
    assertThat(
            LogFetchDecision.failed(
                WANTED, 9, "away", WANTED.plus(Duration.ofDays(14)).plusSeconds(1)))
        .isEqualTo(new Next.GiveUp("it could not be fetched for 14 days: away"));
  }
}
