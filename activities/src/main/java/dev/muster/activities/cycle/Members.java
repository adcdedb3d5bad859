package dev.muster.activities.cycle;

import dev.muster.domain.run.NodeState;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.util.Optional;

/** The nodes of an open stage, followed while a cycle changes them. */
final class Members {

  private Members() {}

  /** Makes a change as the records make it. */
  static void follow(OpenStage stage, StageNodeChange change) {
    stage
        .members()
        .computeIfPresent(
            change.node(),
            (node, old) ->
                old.state().isFinal()
                    ? old
                    : new OpenStage.Member(
                        change.state(),
                        old.batch(),
                        change.settlingSince(),
                        change.state() == NodeState.RUNNING
                            ? old.startedAt().or(() -> Optional.of(change.at()))
                            : old.startedAt()));
  }

  /** Whether nothing is left of a stage that was closed. */
  static boolean areDone(OpenStage stage) {
    return stage.closed().isPresent()
        && stage.members().values().stream().allMatch(member -> member.state().isFinal());
  }

  static boolean isSettling(OpenStage stage) {
    return stage.members().values().stream().anyMatch(member -> isSettling(member));
  }

  static boolean isSettling(OpenStage.Member member) {
    return member.state() == NodeState.RUNNING && member.settlingSince().isPresent();
  }
}
