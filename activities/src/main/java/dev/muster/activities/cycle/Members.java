package dev.muster.activities.cycle;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The nodes of an open stage, followed while a cycle changes them. */
final class Members {

  private Members() {}

  /** Makes a change in a stage that was made by {@link #copy}. */
  static void follow(OpenStage stage, StageNodeChange change) {
    stage
        .members()
        .computeIfPresent(
            change.node(),
            (node, old) ->
                new OpenStage.Member(
                    change.state(), old.batch(), change.settlingSince(), old.startedAt()));
  }

  /** The stage with members of its own that may be changed. */
  static OpenStage copy(OpenStage stage) {
    return new OpenStage(
        stage.key(),
        stage.plan(),
        stage.playbook(),
        stage.requester(),
        stage.pausedBy(),
        stage.pausedAt(),
        stage.cancelledBy(),
        stage.openedAt(),
        stage.closed(),
        new LinkedHashMap<>(stage.members()));
  }

  static boolean isSettling(OpenStage stage) {
    return stage.members().values().stream().anyMatch(member -> isSettling(member));
  }

  static boolean isSettling(OpenStage.Member member) {
    return member.state() == NodeState.RUNNING && member.settlingSince().isPresent();
  }

  /** The nodes for which something may come next. */
  static List<NodeId> unfinished(OpenStage stage) {
    return stage.members().entrySet().stream()
        .filter(entry -> !entry.getValue().state().isFinal())
        .map(Map.Entry::getKey)
        .toList();
  }
}
