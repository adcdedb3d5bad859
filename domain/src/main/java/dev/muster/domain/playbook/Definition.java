package dev.muster.domain.playbook;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A playbook's text as typed values, before parameters and nodes are known.
 *
 * @param params JSON Schema by the parameter's name
 * @param stages in order, the rollback stages last
 * @param sensitive names of parameters and arguments whose values nobody is shown
 */
record Definition(
    SortedMap<String, JsonNode> params, List<StageSpec> stages, List<String> sensitive) {

  /** A stage as it is written. */
  record StageSpec(
      String path,
      String name,
      StagePlan.Kind kind,
      OpeningSpec opening,
      TargetSpec targets,
      LimitSpec limits,
      Optional<SettleSpec> settle,
      List<Window> windows,
      List<StepSpec> steps) {}

  /** Whether it opens, and what follows when it fails. */
  record OpeningSpec(
      Optional<ApprovalRule> approval, Optional<String> when, StagePlan.OnFailure onFailure) {}

  /**
   * Which nodes.
   *
   * @param select empty when they are named, and in a rollback stage
   * @param nodes empty when they are selected, and in a rollback stage
   * @param except names of earlier stages
   */
  record TargetSpec(
      String path,
      Optional<Field<Selector>> select,
      Optional<Field<List<NodeId>>> nodes,
      Optional<Field<Share>> limit,
      List<String> except,
      boolean allowEmpty) {}

  /** How many at once. */
  record LimitSpec(
      Optional<Field<Share>> concurrency,
      List<Field<Share>> batches,
      Optional<Field<Share>> maxFailures,
      Optional<Field<Share>> minHealthy,
      boolean exclusive) {}

  /** What must hold after the last step. */
  record SettleSpec(
      String path,
      Optional<Field<Duration>> delay,
      Optional<Field<Duration>> stable,
      Optional<Field<Duration>> timeout) {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /**
     * The rule, with what the playbook leaves open.
     *
     * @throws IllegalArgumentException if the parts do not fit together
     */
    SettleRule rule(Function<Field<Duration>, Duration> value) {
      Duration first = delay.map(value).orElse(Duration.ZERO);
      Duration then = stable.map(value).orElse(Duration.ZERO);
      Duration least = first.plus(then);
      return new SettleRule(first, then, timeout.map(value).orElseGet(() -> least.plus(PATIENCE)));
    }
  }

  /** A step as it is written. */
  record StepSpec(
      String path,
      String name,
      ActionKind kind,
      Executor runs,
      JsonNode args,
      Optional<String> when,
      Optional<Field<Duration>> timeout,
      Optional<Field<Integer>> retries,
      Optional<Field<Duration>> retryDelay) {}
}
