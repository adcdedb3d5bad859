package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView.Claim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The order in which waiting actions are judged. */
final class ServiceOrder {

  private ServiceOrder() {}

  /**
   * The actions that wait to be sent, oldest first. A stage keeps its places in the queue, but
   * gives the first of them to nodes that are down.
   */
  static List<Claim> of(ClusterView view) {
    List<Claim> waiting = new ArrayList<>(view.actions().size());
    boolean anyDown = false;
    for (Claim claim : view.actions()) {
      if (claim.state() == ActionState.PENDING_SCHEDULE && !claim.sent()) {
        waiting.add(claim);
        anyDown |= isDown(claim, view);
      }
    }
    if (anyDown) {
      downFirst(waiting, view);
    }
    return waiting;
  }

  private static void downFirst(List<Claim> waiting, ClusterView view) {
    Map<StageKey, List<Integer>> places = new LinkedHashMap<>();
    for (int place = 0; place < waiting.size(); place++) {
      int at = place;
      waiting
          .get(place)
          .stage()
          .ifPresent(stage -> places.computeIfAbsent(stage, key -> new ArrayList<>()).add(at));
    }
    for (List<Integer> ofStage : places.values()) {
      List<Claim> sorted = new ArrayList<>(ofStage.size());
      ofStage.stream().map(waiting::get).filter(claim -> isDown(claim, view)).forEach(sorted::add);
      ofStage.stream().map(waiting::get).filter(claim -> !isDown(claim, view)).forEach(sorted::add);
      for (int i = 0; i < sorted.size(); i++) {
        waiting.set(ofStage.get(i), sorted.get(i));
      }
    }
  }

  /** Not UP, though the agent answers: a node whose agent is silent cannot be worked on at all. */
  private static boolean isDown(Claim claim, ClusterView view) {
    if (claim.stage().isEmpty() || claim.node().isEmpty()) {
      return false;
    }
    NodeStatus status = view.nodes().get(claim.node().get());
    return status != null && status != NodeStatus.UP && status.agentAnswers();
  }
}
