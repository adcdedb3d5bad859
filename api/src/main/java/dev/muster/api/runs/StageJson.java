package dev.muster.api.runs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import dev.muster.records.runs.RunDetail;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A stage of a run as callers see it: one flat object.
 *
 * @param steps names, in order
 * @param nodes in the order in which they are started
 * @param sampled of a stage whose nodes are not all shown
 */
public record StageJson(
    @JsonUnwrapped StageNamePart which,
    @JsonUnwrapped StageStandingPart standing,
    @JsonUnwrapped StageLimitsPart limits,
    List<String> steps,
    CountsJson counts,
    Optional<ApprovalJson> approval,
    List<StageNodeJson> nodes,
    Optional<SampledJson> sampled) {

  /**
   * Which one it is.
   *
   * @param index among the run's stages, from 0
   */
  public record StageNamePart(int index, String name, StagePlan.Kind kind) {}

  /** Where it is. */
  public record StageStandingPart(
      ProgressState state,
      String reason,
      Optional<Instant> openedAt,
      Optional<Instant> finishedAt) {}

  /** What holds nodes back. */
  public record StageLimitsPart(int concurrency, int maxFailures, int minHealthy) {}

  /**
   * Who must agree before the stage opens, and what people said.
   *
   * @param from who may; everybody when it is empty
   * @param until when the answer becomes no
   */
  public record ApprovalJson(
      int required,
      List<String> from,
      List<AnswerJson> answers,
      Optional<Instant> askedAt,
      Optional<Instant> until) {}

  /** What one person said. */
  public record AnswerJson(String by, Verdict verdict, Instant at, String why) {}

  /**
   * @param state as it follows from the nodes
   */
  static StageJson of(RunDetail.Stage stage, ProgressState state) {
    StagePlan plan = stage.plan();
    return new StageJson(
        new StageNamePart(plan.index(), plan.name(), plan.kind()),
        new StageStandingPart(state, stage.reason(), stage.openedAt(), stage.finishedAt()),
        new StageLimitsPart(
            plan.rules().concurrency(), plan.rules().maxFailures(), plan.rules().minHealthy()),
        plan.steps().stream().map(StepPlan::name).toList(),
        CountsJson.of(stage.standing().counts()),
        plan.approval().map(rule -> approval(rule, stage)),
        stage.nodes().stream().map(StageNodeJson::of).toList(),
        stage.isSampled() ? Optional.of(SampledJson.of(stage)) : Optional.empty());
  }

  private static ApprovalJson approval(ApprovalRule rule, RunDetail.Stage stage) {
    return new ApprovalJson(
        rule.required(),
        rule.from(),
        stage.answers().stream()
            .map(answer ->
                new AnswerJson(answer.by(), answer.verdict(), answer.at(), answer.comment()))
            .toList(),
        stage.approvalAskedAt(),
        stage.approvalAskedAt().flatMap(at -> until(at, rule)));
  }

  /** Nothing for a time-out that lies beyond what a clock can say. */
  private static Optional<Instant> until(Instant askedAt, ApprovalRule rule) {
    try {
      return Optional.of(askedAt.plus(rule.timeout()));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
