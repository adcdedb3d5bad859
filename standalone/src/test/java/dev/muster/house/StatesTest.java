package dev.muster.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.follow.KnownStates;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The domain says which states are final and which are failures; the command line says the same.
 */
final class StatesTest {

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void theCommandLineKnowsWhichActionsAreOver(ActionState state) {
    assertThat(KnownStates.isFinalAction(state.name())).isEqualTo(state.isFinal());
  }

  @ParameterizedTest
  @EnumSource(NodeState.class)
  void theCommandLineKnowsWhichNodesAreDoneAndWhichFailed(NodeState state) {
    assertThat(KnownStates.isFinalNode(state.name())).isEqualTo(state.isFinal());
    assertThat(KnownStates.isFailedNode(state.name())).isEqualTo(state.countsAsFailure());
  }

  @ParameterizedTest
  @EnumSource(ProgressState.class)
  void theCommandLineKnowsWhichRunsAreOver(ProgressState state) {
    assertThat(KnownStates.isFinalRun(state.word())).isEqualTo(state.isFinal());
  }
}
