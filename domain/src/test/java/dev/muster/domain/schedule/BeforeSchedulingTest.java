package dev.muster.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.schedule.WaitReason.Code;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of actions that are not to be scheduled yet. */
final class BeforeSchedulingTest {

  private static final ActionId A = ActionId.derived("a");
  private static final ActionId B = ActionId.derived("b");

  @Test
  void whatWaitsForAPersonSaysHowToApproveIt() {
    assertThat(WaitReason.beforeScheduling(A, ActionState.PENDING_APPROVE, List.of()))
        .contains(
            new WaitReason(
                Code.APPROVAL,
                "a person must approve or reject it: muster action approve " + A,
                Map.of("action", A.toString())));
  }

  @Test
  void whatWaitsForOthersNamesThem() {
    assertThat(WaitReason.beforeScheduling(A, ActionState.WAITING, List.of(B)))
        .contains(
            new WaitReason(
                Code.DEPENDENCY,
                "starts when the action before it is DONE, and is cancelled if that ends"
                    + " otherwise: "
                    + B,
                Map.of("dependsOn", B.toString())));
    assertThat(
            WaitReason.beforeScheduling(B, ActionState.WAITING, List.of(A, B))
                .map(WaitReason::text))
        .contains(
            "starts when all actions before it are DONE, and is cancelled if one of them ends"
                + " otherwise: "
                + A
                + ", "
                + B);
  }

  @Test
  void whatIsToBeScheduledHasItsReasonFromTheScheduler() {
    assertThat(WaitReason.beforeScheduling(A, ActionState.PENDING_SCHEDULE, List.of(B)))
        .isEqualTo(Optional.empty());
  }
}
