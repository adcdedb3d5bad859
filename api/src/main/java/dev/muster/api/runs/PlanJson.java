package dev.muster.api.runs;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.run.StepPlan;
import dev.muster.domain.run.Window;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a run would do, as callers see it.
 *
 * @param hash of everything that a person approves; pass it as {@code planHash} when starting
 */
public record PlanJson(
    ClusterName cluster,
    String playbook,
    int version,
    JsonNode params,
    String hash,
    List<PlanStageJson> stages) {

  /** A stage: one flat object. */
  public record PlanStageJson(
      int index,
      String name,
      StagePlan.Kind kind,
      @JsonUnwrapped PlanRulesPart rules,
      @JsonUnwrapped PlanConditionsPart conditions,
      List<PlanStepJson> steps,
      List<PlannedNode> nodes) {}

  /**
   * When its nodes are started.
   *
   * @param targets how many nodes
   * @param batches sizes in order; empty for one batch
   */
  public record PlanRulesPart(
      int targets,
      int concurrency,
      List<Integer> batches,
      int maxFailures,
      int minHealthy,
      boolean exclusive,
      Optional<SettleJson> settle,
      List<Window> windows) {}

  /** Whether it opens, and what follows when it fails. */
  public record PlanConditionsPart(
      Optional<ApprovalRule> approval, StagePlan.OnFailure onFailure, Optional<String> when) {}

  /**
   * What must hold after a node's last step.
   *
   * @param delay time that passes first
   */
  public record SettleJson(
      @JsonProperty("wait") Duration delay, Duration stable, Duration timeout) {}

  /**
   * A step.
   *
   * @param secrets names of those that its arguments refer to, sorted
   */
  public record PlanStepJson(
      String name,
      ActionKind action,
      Executor runs,
      Duration timeout,
      int retries,
      Duration retryDelay,
      List<String> secrets) {}

  static PlanJson of(ClusterName cluster, RunPlanning.Made made) {
    RunPlan plan = made.plan();
    return new PlanJson(
        cluster,
        made.playbook().version().name(),
        made.playbook().version().version(),
        Masking.of(made.sensitive(), plan.params()).shown(plan.params()),
        plan.hash(),
        plan.stages().stream().map(PlanJson::stage).toList());
  }

  private static PlanStageJson stage(PlannedStage planned) {
    StagePlan plan = planned.plan();
    return new PlanStageJson(
        plan.index(),
        plan.name(),
        plan.kind(),
        rules(plan.rules()),
        new PlanConditionsPart(plan.approval(), plan.onFailure(), plan.when()),
        plan.steps().stream().map(PlanJson::step).toList(),
        planned.nodes());
  }

  private static PlanRulesPart rules(StageRules rules) {
    return new PlanRulesPart(
        rules.targets(),
        rules.concurrency(),
        rules.batches(),
        rules.maxFailures(),
        rules.minHealthy(),
        rules.exclusive(),
        rules.settle().map(PlanJson::settle),
        rules.windows());
  }

  private static SettleJson settle(SettleRule rule) {
    return new SettleJson(rule.delay(), rule.stable(), rule.timeout());
  }

  private static PlanStepJson step(StepPlan step) {
    return new PlanStepJson(
        step.name(),
        step.kind(),
        step.executor(),
        step.timeout(),
        step.retries(),
        step.retryDelay(),
        SecretReferences.in(step.args()).stream().map(SecretName::value).toList());
  }
}
