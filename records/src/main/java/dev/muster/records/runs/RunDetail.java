package dev.muster.records.runs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run with everything that people see of it. Reasons and errors are without sensitive values; the
 * run's parameters are as they are.
 */
public record RunDetail(RunRecord run, List<Stage> stages) {

  /**
   * A stage.
   *
   * @param nodes in the order in which they are started
   */
  public record Stage(
      StagePlan plan,
      ProgressState state,
      String reason,
      Optional<Instant> approvalAskedAt,
      Optional<Instant> openedAt,
      Optional<Instant> finishedAt,
      List<Answer> answers,
      List<Node> nodes) {}

  /** What a person answered to a stage's approval. */
  public record Answer(Answerer answerer, Verdict verdict, String comment, Instant at) {

    public String by() {
      return answerer.name();
    }
  }

  /**
   * A node of a stage.
   *
   * @param steps those that have an action, by step and attempt
   */
  public record Node(
      NodeId node,
      int batch,
      NodeState state,
      String reason,
      Optional<Instant> settlingSince,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      List<Step> steps) {}

  /** An attempt at a step. */
  public record Step(
      String step,
      int index,
      int attempt,
      ActionId action,
      ActionState state,
      Optional<WaitReason.Code> waitCode,
      Optional<String> waitText,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<String> error) {}
}
