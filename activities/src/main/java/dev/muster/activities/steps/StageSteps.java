package dev.muster.activities.steps;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.Expressions;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.playbook.Rendered;
import dev.muster.domain.playbook.Scope;
import dev.muster.domain.playbook.Tested;
import dev.muster.domain.rollout.NodeDecision;
import dev.muster.domain.rollout.NodeNext;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.actions.StepAttempt;
import dev.muster.records.actions.StepRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Says what comes next on the nodes of one stage, and renders the actions. */
public final class StageSteps {

  private final RunFacts run;
  private final StageKey key;
  private final StagePlan plan;
  private final Seen seen;
  private final Instant now;

  /**
   * What expressions see.
   *
   * @param scope without node and outputs
   * @param payloads of the attempts that succeeded
   */
  record Seen(
      Scope scope,
      StageNeeds needs,
      Map<NodeId, Candidate> nodes,
      Map<ActionId, JsonNode> payloads) {}

  StageSteps(RunFacts run, StageKey key, StagePlan plan, Seen seen, Instant now) {
    this.run = run;
    this.key = key;
    this.plan = plan;
    this.seen = seen;
    this.now = now;
  }

  /**
   * What comes next while the stage is open.
   *
   * @param attempts of this node
   * @param createdAt of the action, if one comes next: the order of service
   */
  public NodeMove next(
      NodeId node, List<StepAttempt> attempts, Optional<Instant> upSince, Instant createdAt) {
    Map<Integer, String> failures = new HashMap<>();
    Optional<Scope> scope = scope(node, attempts);
    if (seen.needs().expressions() && scope.isEmpty()) {
      return new NodeMove.End(node, NodeState.FAILED, NodeState.GONE);
    }
    NodeNext advance =
        NodeDecision.next(
            plan,
            attempts.stream().map(StepAttempt::attempt).toList(),
            step -> applies(step, scope, failures),
            upSince,
            now);
    return switch (advance) {
      case NodeNext.Busy() -> new NodeMove.Stay(node);
      case NodeNext.Finished(NodeState state, String why) -> new NodeMove.End(node, state, why);
      case NodeNext.SettleUntil(Instant at) -> new NodeMove.Settle(node, finishedAt(attempts), at);
      case NodeNext.Start start ->
          Optional.ofNullable(failures.get(start.step()))
              .<NodeMove>map(why -> new NodeMove.End(node, NodeState.FAILED, why))
              .orElseGet(() -> act(node, start, scope, createdAt));
    };
  }

  /** What becomes of a node whose stage was closed. */
  public NodeMove close(NodeId node, List<StepAttempt> attempts, String why) {
    NodeNext advance =
        NodeDecision.close(plan, attempts.stream().map(StepAttempt::attempt).toList(), why);
    return advance instanceof NodeNext.Finished(NodeState state, String reason)
        ? new NodeMove.End(node, state, reason)
        : new NodeMove.Stay(node);
  }

  private boolean applies(int step, Optional<Scope> scope, Map<Integer, String> failures) {
    Optional<String> when = plan.steps().get(step).when();
    if (when.isEmpty() || scope.isEmpty()) {
      return true;
    }
    return switch (Expressions.test(when.get(), scope.get())) {
      case Tested.Is(boolean holds) -> holds;
      case Tested.Failed(String message) -> {
        failures.put(
            step,
            "whether step %s applies cannot be said: %s"
                .formatted(plan.steps().get(step).name(), run.masking().shown(message)));
        yield true;
      }
    };
  }

  private NodeMove act(
      NodeId node, NodeNext.Start start, Optional<Scope> scope, Instant createdAt) {
    StepPlan step = plan.steps().get(start.step());
    JsonNode args = step.args();
    if (scope.isPresent()) {
      switch (Expressions.render(args, scope.get())) {
        case Rendered.Value(JsonNode rendered) -> args = rendered;
        case Rendered.Failed(String message) -> {
          return new NodeMove.End(
              node,
              NodeState.FAILED,
              "the arguments of step %s cannot be made: %s"
                  .formatted(step.name(), run.masking().shown(message)));
        }
      }
    }
    return new NodeMove.Act(node, action(node, start, step, new Made(args, createdAt)));
  }

  private record Made(JsonNode args, Instant createdAt) {}

  private NewAction action(NodeId node, NodeNext.Start start, StepPlan step, Made made) {
    return new NewAction(
        ActionId.derived(key.run(), key.stage(), start.step(), node, start.attempt()),
        run.cluster(),
        Optional.of(node),
        new NewAction.Work(
            step.kind(),
            made.args(),
            metadata(step, start.attempt()),
            NewAction.CORE,
            run.requester(),
            step.executor()),
        new NewAction.Terms(
            List.of(),
            OnNode.EVEN_WHEN_DOWN,
            OnCluster.SHARED,
            start.notBefore(),
            Optional.of(step.timeout()),
            Optional.empty()),
        Optional.of(new StepRef(key, start.step(), step.name(), start.attempt())),
        new NewAction.Entry(
            ActionState.PENDING_SCHEDULE,
            made.createdAt(),
            Actor.playbook(key.run().toString()),
            "step %d of %d%s"
                .formatted(
                    start.step() + 1,
                    plan.steps().size(),
                    start.attempt() == 1 ? "" : ", attempt " + start.attempt())),
        ActionOutcome.NONE);
  }

  private Map<String, String> metadata(StepPlan step, int attempt) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("cluster", run.cluster().value());
    metadata.put("run", key.run().toString());
    metadata.put("stage", plan.name());
    metadata.put("step", step.name());
    metadata.put("attempt", Integer.toString(attempt));
    return metadata;
  }

  /** Empty if no expression looks at anything, or if the node is gone. */
  private Optional<Scope> scope(NodeId node, List<StepAttempt> attempts) {
    if (!seen.needs().expressions()) {
      return Optional.empty();
    }
    Map<String, JsonNode> outputs = new HashMap<>();
    for (StepAttempt attempt : attempts) {
      Optional.ofNullable(seen.payloads().get(attempt.action()))
          .ifPresent(payload -> outputs.put(attempt.step(), outputs(payload)));
    }
    return Optional.ofNullable(seen.nodes().get(node))
        .map(candidate -> seen.scope().withNode(candidate).withSteps(outputs));
  }

  /** An agent's payload is progress and outputs; kinds without progress give the outputs bare. */
  private static JsonNode outputs(JsonNode payload) {
    JsonNode outputs = payload.get("outputs");
    return outputs == null ? payload : outputs;
  }

  private Instant finishedAt(List<StepAttempt> attempts) {
    return attempts.stream()
        .flatMap(one -> one.attempt().finishedAt().stream())
        .max(Instant::compareTo)
        .orElse(now);
  }
}
