package dev.muster.domain.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.Actor;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WithdrawalTest {

  private static final RunId RUN = new RunId(new UUID(1, 2));
  private static final Actor PLAYBOOK = Actor.playbook(RUN.toString());

  private static Optional<Withdrawal> inRun(boolean stageEnded, Optional<NodeState> node) {
    return Withdrawal.of(
        new Withdrawal.Subject(Optional.empty(), Optional.of(RUN), stageEnded, node));
  }

  @Test
  void aPersonsWishCountsFirst() {
    assertThat(
            Withdrawal.of(
                new Withdrawal.Subject(
                    Optional.of("ada"), Optional.of(RUN), true, Optional.of(NodeState.FAILED))))
        .contains(new Withdrawal(Actor.user("ada"), "cancelled by ada before it was sent"));
  }

  @Test
  void theEndOfTheStageEndsWhatItHasNotSent() {
    assertThat(inRun(true, Optional.empty()))
        .contains(new Withdrawal(PLAYBOOK, "its stage has ended"));
  }

  @ParameterizedTest
  @EnumSource
  void aNodeThatIsDoneTakesNothingMore(NodeState state) {
    assertThat(inRun(false, Optional.of(state)))
        .isEqualTo(
            state.isFinal()
                ? Optional.of(
                    new Withdrawal(PLAYBOOK, "the node is %s in this stage".formatted(state)))
                : Optional.empty());
  }

  @Test
  void anActionOfNoRunWaitsOnWhateverStagesSay() {
    assertThat(
            Withdrawal.of(
                new Withdrawal.Subject(
                    Optional.empty(), Optional.empty(), true, Optional.of(NodeState.FAILED))))
        .isEmpty();
  }
}
