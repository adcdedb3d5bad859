package dev.muster.activities.steps;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.playbook.Scope;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.Records;
import dev.muster.records.actions.StepAttempt;
import dev.muster.records.runs.RunSituations;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Gathers, in bulk, what the steps of stages need to be decided on and rendered. */
public final class Steps {

  /** Labels and addresses that expressions see may be this old. */
  private static final Duration NODES_KEPT = Duration.ofSeconds(1);

  private final Records records;
  private final Cache<RunId, RunFacts> runs = Caffeine.newBuilder().maximumSize(2_048).build();
  private final Cache<StageKey, StageNeeds> needs =
      Caffeine.newBuilder().maximumSize(2_048).build();
  private final Map<ClusterName, Directory> directories = new ConcurrentHashMap<>();

  private record Directory(Map<NodeId, Candidate> nodes, Instant readAt) {}

  public Steps(Records records) {
    this.records = records;
  }

  /** What never changes of a run; empty if there is no such run. */
  public Optional<RunFacts> run(RunId run) {
    Optional<RunFacts> known = Optional.ofNullable(runs.getIfPresent(run));
    if (known.isPresent()) {
      return known;
    }
    Optional<RunFacts> found = records.runs().find(run).map(RunFacts::of);
    found.ifPresent(facts -> runs.put(run, facts));
    return found;
  }

  /**
   * Ready to say what comes next on nodes of this stage.
   *
   * @param attempts of the nodes in question, all of them of this stage
   */
  public StageSteps of(
      RunFacts run, StageKey key, StagePlan plan, List<StepAttempt> attempts, Instant now) {
    StageNeeds wanted = needs.get(key, any -> StageNeeds.of(plan));
    Scope scope = run.scope();
    if (wanted.stages()) {
      scope = scope.withStages(stages(run.id()));
    }
    Map<NodeId, Candidate> nodes = wanted.expressions() ? nodes(run.cluster(), now) : Map.of();
    Map<ActionId, JsonNode> payloads = wanted.outputs() ? payloads(attempts) : Map.of();
    return new StageSteps(run, key, plan, new StageSteps.Seen(scope, wanted, nodes, payloads), now);
  }

  /** The stages of a run so far, as expressions see them. */
  public Map<String, Scope.Stage> stages(RunId run) {
    Map<String, Scope.Stage> stages = new LinkedHashMap<>();
    records
        .runSituations()
        .of(run, RunSituations.Applies.ALWAYS)
        .map(RunSituation::stages)
        .orElse(List.of())
        .forEach(stage -> stages.put(stage.plan().name(), Scope.Stage.of(stage)));
    return stages;
  }

  private Map<NodeId, Candidate> nodes(ClusterName cluster, Instant now) {
    Directory known = directories.get(cluster);
    if (known != null && now.isBefore(known.readAt().plus(NODES_KEPT))) {
      return known.nodes();
    }
    Map<NodeId, Candidate> nodes = new HashMap<>();
    records.nodes().planContext(cluster).nodes().forEach(node -> nodes.put(node.id(), node));
    directories.put(cluster, new Directory(nodes, now));
    return nodes;
  }

  private Map<ActionId, JsonNode> payloads(List<StepAttempt> attempts) {
    List<ActionId> done =
        attempts.stream()
            .filter(one -> one.attempt().state() == ActionState.DONE)
            .map(StepAttempt::action)
            .toList();
    return done.isEmpty() ? Map.of() : records.actionReads().payloadsOf(done);
  }
}
