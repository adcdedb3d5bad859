package dev.muster.domain.run;

import static dev.muster.domain.run.Runs.run;
import static dev.muster.domain.simulation.Plans.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.AnswerDecision.Given;
import dev.muster.domain.run.AnswerDecision.Outcome;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.simulation.Plans;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AnswerDecisionTest {

  private static final String HASH = "0123456789abcdef";

  private static Plans guarded() {
    return stage("rest", 2).approval(1, Duration.ofHours(24), "carla");
  }

  @Test
  void isTakenForTheStageThatWaits() {
    RunSituation run = run().completed("canary").waiting(guarded()).asked().view();
    assertThat(judge(run, "carla", Optional.empty()))
        .isEqualTo(new Outcome.Taken(run.stages().get(1)));
  }

  @Test
  void isRefusedWhenNoStageWaits() {
    RunSituation run = run().waiting(guarded()).view(ProgressState.SCHEDULABLE);
    assertThat(judge(run, "carla", Optional.empty()))
        .isEqualTo(
            new Outcome.Refused("no stage of the run waits for approval now; it is Schedulable"));
  }

  @Test
  void isRefusedForAnotherPlanThanTheRuns() {
    RunSituation run = run().waiting(guarded()).asked().view();
    assertThat(judge(run, "carla", Optional.of("fedcba9876543210")))
        .isEqualTo(
            new Outcome.Refused(
                "you looked at plan fedcba987654, but the run's plan is 0123456789ab; look at it"
                    + " again"));
    assertThat(judge(run, "carla", Optional.of(HASH.substring(0, 8))))
        .isInstanceOf(Outcome.Taken.class);
    assertThat(judge(run, "carla", Optional.of(HASH.substring(0, 7))))
        .as("too short to say which plan it is")
        .isInstanceOf(Outcome.Refused.class);
  }

  @Test
  void isRefusedFromSomebodyWhoMayNotAnswer() {
    RunSituation run = run().waiting(guarded()).asked().view();
    assertThat(judge(run, "dora", Optional.empty()))
        .isEqualTo(new Outcome.Refused("dora is not among those who may answer: carla"));
  }

  private static Outcome judge(RunSituation run, String by, Optional<String> planHash) {
    return AnswerDecision.judge(run, HASH, new Given(by, Verdict.APPROVE, planHash));
  }
}
