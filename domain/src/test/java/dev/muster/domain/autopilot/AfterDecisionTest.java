package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AfterDecisionTest {

  private static final PlanTerms.After STAGE =
      new PlanTerms.After(new ClusterName("stage"), "autopilot");

  @ParameterizedTest
  @EnumSource(ProgressState.class)
  void onlyACompletedPlanLetsTheNextOneBegin(ProgressState other) {
    Optional<String> whyNot = AfterDecision.whyNot(STAGE, Optional.of(other));
    assertThat(whyNot.isEmpty()).isEqualTo(other == ProgressState.COMPLETED);
    whyNot.ifPresent(why -> {
      assertThat(why).contains("plan autopilot of cluster stage");
      assertThat(why.contains("ended as " + other.word())).isEqualTo(other.isFinal());
    });
  }

  @Test
  void aPlanThatIsNotThereIsSaidSo() {
    assertThat(AfterDecision.whyNot(STAGE, Optional.empty()))
        .hasValueSatisfying(why -> assertThat(why).contains("which is not there", "apply"));
  }
}
