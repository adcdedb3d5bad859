package dev.muster.domain.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.Dependencies.Dependency;
import dev.muster.domain.action.Dependencies.Standing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DependenciesTest {

  private static final ActionId A = ActionId.derived("a");
  private static final ActionId B = ActionId.derived("b");

  @Test
  void anActionThatDoesNotExistCannotSucceed() {
    assertThat(
            Dependencies.judge(
                List.of(
                    new Dependency(A, Optional.of(ActionState.RUNNING)),
                    new Dependency(B, Optional.empty()))))
        .isEqualTo(
            new Standing.Broken(
                B, "action %s, which must succeed first, does not exist".formatted(B)));
  }

  @Test
  void withoutDependenciesNothingIsMissing() {
    assertThat(Dependencies.judge(List.of())).isEqualTo(new Standing.Met());
  }

  @Test
  void waitsForThoseThatAreUnfinishedUntilAllAreDone() {
    assertThat(
            Dependencies.judge(
                List.of(
                    new Dependency(A, Optional.of(ActionState.DONE)),
                    new Dependency(B, Optional.of(ActionState.RUNNING)))))
        .isEqualTo(new Standing.Waits(List.of(B)));
    assertThat(Dependencies.judge(List.of(new Dependency(A, Optional.of(ActionState.DONE)))))
        .isEqualTo(new Standing.Met());
  }

  @ParameterizedTest
  @EnumSource(
      value = ActionState.class,
      names = {"FAILED", "CANCELLED", "LOST"})
  void oneThatEndedOtherwiseDecidesAlthoughAnotherIsUnfinished(ActionState ended) {
    assertThat(
            Dependencies.judge(
                List.of(
                    new Dependency(A, Optional.of(ActionState.NEW)),
                    new Dependency(B, Optional.of(ended)))))
        .isEqualTo(
            new Standing.Broken(
                B, "action %s, which must succeed first, is %s".formatted(B, ended)));
  }
}
