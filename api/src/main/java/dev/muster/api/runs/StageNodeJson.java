package dev.muster.api.runs;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.runs.RunDetail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node of a stage as callers see it.
 *
 * @param stage its index, from 0; only in lists
 * @param batch from 0
 * @param settling true while its steps are done and only the settling is left
 * @param steps those that have an action, by step and attempt
 */
public record StageNodeJson(
    Optional<Integer> stage,
    NodeId node,
    int batch,
    NodeState state,
    Optional<Boolean> settling,
    Optional<String> reason,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    List<StepJson> steps) {

  /**
   * An attempt at a step.
   *
   * @param action its id
   * @param waiting why it does not start yet
   * @param error what the agent said
   */
  public record StepJson(
      String step,
      ActionId action,
      int attempt,
      ActionState state,
      @JsonProperty("wait") Optional<WaitJson> waiting,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<String> error) {}

  /** Why something waits: a word for programs, a sentence for people. */
  public record WaitJson(WaitReason.Code code, String text) {}

  static StageNodeJson of(RunDetail.Node node) {
    return of(Optional.empty(), node);
  }

  static StageNodeJson listed(int stage, RunDetail.Node node) {
    return of(Optional.of(stage), node);
  }

  private static StageNodeJson of(Optional<Integer> stage, RunDetail.Node node) {
    boolean settling = node.state() == NodeState.RUNNING && node.settlingSince().isPresent();
    return new StageNodeJson(
        stage,
        node.node(),
        node.batch(),
        node.state(),
        settling ? Optional.of(true) : Optional.empty(),
        node.reason().isEmpty() ? Optional.empty() : Optional.of(node.reason()),
        node.startedAt(),
        node.finishedAt(),
        node.steps().stream().map(StageNodeJson::step).toList());
  }

  private static StepJson step(RunDetail.Step step) {
    Optional<WaitJson> waiting =
        step.state().isFinal()
            ? Optional.empty()
            : step.waiting().map(why -> new WaitJson(why.code(), why.text()));
    return new StepJson(
        step.step(),
        step.action(),
        step.attempt(),
        step.state(),
        waiting,
        step.startedAt(),
        step.finishedAt(),
        step.error());
  }
}
