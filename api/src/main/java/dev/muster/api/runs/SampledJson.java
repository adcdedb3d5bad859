package dev.muster.api.runs;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.runs.RunDetail;
import java.util.List;

/**
 * What is said of a stage instead of all its nodes: the stage's {@code nodes} are only those that
 * failed, that are in work and some of those that have not begun.
 *
 * @param shown how many of its nodes are shown
 * @param settling how many of the running nodes have done their steps and only settle
 * @param waits why actions wait, by kind of reason, most first
 */
public record SampledJson(int shown, int settling, List<WaitsJson> waits) {

  /**
   * Actions that wait for one kind of reason.
   *
   * @param code a word for programs
   * @param actions how many
   * @param node of one of them
   * @param text for people: what that one waits for
   */
  public record WaitsJson(WaitReason.Code code, int actions, NodeId node, String text) {}

  static SampledJson of(RunDetail.Stage stage) {
    return new SampledJson(
        stage.nodes().size(),
        stage.standing().settling(),
        stage.standing().waits().stream()
            .map(waits -> new WaitsJson(waits.code(), waits.actions(), waits.node(), waits.text()))
            .toList());
  }
}
