package dev.muster.domain.playbook;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.playbook.Definition.LimitSpec;
import dev.muster.domain.playbook.Definition.SettleSpec;
import dev.muster.domain.playbook.Definition.StageSpec;
import dev.muster.domain.playbook.Definition.StepSpec;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.rollout.Batches;
import dev.muster.domain.rollout.Limits;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.run.StepPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Plans the stages of a run, one after the other. */
final class StagePlanner {

  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private final Playbook playbook;
  private final Scope scope;
  private final Resolver resolver;
  private final Targets targets;
  private final StepPreview preview;
  private final PlanProblems problems;

  StagePlanner(Playbook playbook, JsonNode params, PlanContext context, PlanProblems problems) {
    this.playbook = playbook;
    this.scope = Scope.ofPlan(params, context.cluster());
    this.resolver = new Resolver(scope, problems);
    this.targets = new Targets(context, resolver, problems);
    this.preview = new StepPreview(scope, problems);
    this.problems = problems;
  }

  List<PlannedStage> stages() {
    List<PlannedStage> stages = new ArrayList<>();
    for (StageSpec spec : playbook.typed().stages()) {
      stages.add(
          switch (spec.kind()) {
            case FORWARD -> forward(spec, stages.size());
            case ROLLBACK -> rollback(spec, stages.size());
          });
    }
    return stages;
  }

  private PlannedStage forward(StageSpec spec, int index) {
    List<Candidate> nodes = targets.of(spec);
    StageRules rules = rules(spec, nodes.size());
    reachable(spec, rules, nodes);
    spec.steps().forEach(step -> preview.check(step, nodes));
    return new PlannedStage(plan(spec, index, rules), inBatches(nodes, rules.batches()));
  }

  private static List<PlannedNode> inBatches(List<Candidate> nodes, List<Integer> batches) {
    List<PlannedNode> planned = new ArrayList<>();
    int batch = 0;
    int left = batches.isEmpty() ? nodes.size() : batches.getFirst();
    for (Candidate node : nodes) {
      if (left == 0) {
        left = batches.get(++batch);
      }
      planned.add(new PlannedNode(node.id(), batch));
      left--;
    }
    return planned;
  }

  /** Its nodes are not known yet; shares refer to every node that the run may touch. */
  private PlannedStage rollback(StageSpec spec, int index) {
    List<Candidate> possible = targets.all();
    spec.steps().forEach(step -> preview.check(step, possible));
    return new PlannedStage(plan(spec, index, rules(spec, possible.size())), List.of());
  }

  private StagePlan plan(StageSpec spec, int index, StageRules rules) {
    return new StagePlan(
        index,
        spec.name(),
        spec.kind(),
        spec.opening().approval(),
        spec.opening().when(),
        rules,
        spec.steps().stream().map(this::step).toList(),
        spec.opening().onFailure());
  }

  private StageRules rules(StageSpec spec, int count) {
    LimitSpec limits = spec.limits();
    List<Share> shares =
        limits.batches().stream().map(resolver::value).flatMap(Optional::stream).toList();
    List<Integer> batches = shares.isEmpty() ? List.of() : Batches.sizes(shares, count);
    // Batches limit by themselves; without them one node after the other is the safe choice.
    Share concurrency = shares.isEmpty() ? Share.nodes(1) : Share.percent(100);
    return new StageRules(
        count,
        Limits.concurrency(share(limits.concurrency(), concurrency), count),
        batches,
        Limits.maxFailures(share(limits.maxFailures(), Share.nodes(0)), count),
        Limits.minHealthy(share(limits.minHealthy(), Share.nodes(0)), count),
        limits.exclusive(),
        spec.settle().flatMap(this::settle),
        spec.windows());
  }

  private Share share(Optional<Field<Share>> field, Share fallback) {
    return field.flatMap(resolver::value).orElse(fallback);
  }

  private Optional<SettleRule> settle(SettleSpec spec) {
    return resolver.attempt(
        spec.path(), () -> spec.rule(field -> resolver.value(field).orElse(Duration.ZERO)));
  }

  private StepPlan step(StepSpec spec) {
    return new StepPlan(
        spec.name(),
        spec.kind(),
        spec.args(),
        spec.when(),
        spec.timeout().flatMap(resolver::value).orElse(TIMEOUT),
        spec.retries().flatMap(resolver::value).orElse(0),
        spec.retryDelay().flatMap(resolver::value).orElse(Duration.ZERO),
        Optional.of(spec.runs()));
  }

  /** A stage that could never take a node that is up would wait for ever. */
  private void reachable(StageSpec spec, StageRules rules, List<Candidate> nodes) {
    boolean someUp = nodes.stream().anyMatch(node -> node.status() == NodeStatus.UP);
    if (someUp && rules.minHealthy() >= nodes.size()) {
      problems.add(
          ProgressState.NEW_PLAN,
          spec.path() + "/minHealthy",
          "stage '%s' has %s, and %d of them must stay up, so none could ever be taken (expected: at"
                  .formatted(spec.name(), nodes(nodes.size()), rules.minHealthy())
              + " most %d)".formatted(nodes.size() - 1));
    }
  }

  private static String nodes(int count) {
    return count == 1 ? "1 node" : count + " nodes";
  }
}
