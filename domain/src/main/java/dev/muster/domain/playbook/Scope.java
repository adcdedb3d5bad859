package dev.muster.domain.playbook;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What expressions can see.
 *
 * @param params the run's parameters; an object
 * @param node the node that is worked on; empty while a stage as a whole is judged
 * @param run empty while a run is only planned
 * @param steps outputs of the earlier steps of the stage on this node, by the step's name; a step
 *     that is not in it counts as one without outputs
 * @param stages the earlier stages, by name
 */
public record Scope(
    JsonNode params,
    ClusterName cluster,
    Optional<PlanContext.Candidate> node,
    Optional<Run> run,
    Map<String, JsonNode> steps,
    Map<String, Stage> stages) {

  /** The run, as expressions see it. */
  public record Run(RunId id, String playbook, String requester, String reason) {}

  /** An earlier stage, as expressions see it. */
  public record Stage(
      String state, int total, int succeeded, int failed, int skipped, int cancelled) {

    /** The figures of a stage of a running run. */
    public static Stage of(RunSituation.Stage stage) {
      RunSituation.NodeCounts counts = stage.counts();
      return new Stage(
          stage.state().word(),
          counts.total(),
          counts.succeeded(),
          counts.failed(),
          counts.skipped(),
          counts.cancelled());
    }
  }

  /** What is known when a run is planned: parameters and cluster. */
  public static Scope ofPlan(JsonNode params, ClusterName cluster) {
    return new Scope(params, cluster, Optional.empty(), Optional.empty(), Map.of(), Map.of());
  }

  /** This scope with a node. */
  public Scope withNode(PlanContext.Candidate of) {
    return new Scope(params, cluster, Optional.of(of), run, steps, stages);
  }

  /** This scope with a run. */
  public Scope withRun(Run of) {
    return new Scope(params, cluster, node, Optional.of(of), steps, stages);
  }

  /** This scope with the outputs of earlier steps. */
  public Scope withSteps(Map<String, JsonNode> outputs) {
    return new Scope(params, cluster, node, run, outputs, stages);
  }

  /** This scope with earlier stages. */
  public Scope withStages(Map<String, Stage> earlier) {
    return new Scope(params, cluster, node, run, steps, earlier);
  }
}
