package dev.muster.activities.steps;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.Scope;
import dev.muster.domain.run.RunId;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.runs.RunRecord;
import tools.jackson.databind.JsonNode;

/** What never changes of a run. */
public record RunFacts(
    RunId id,
    ClusterName cluster,
    String playbook,
    String requester,
    String reason,
    JsonNode params,
    Masking masking) {

  static RunFacts of(RunRecord run) {
    return new RunFacts(
        run.id(),
        run.cluster(),
        run.planned().playbook(),
        run.origin().requester(),
        run.origin().reason(),
        run.planned().params(),
        run.masking());
  }

  /** What expressions of the run see that do not look at a node. */
  public Scope scope() {
    return Scope.ofPlan(params, cluster).withRun(new Scope.Run(id, playbook, requester, reason));
  }
}
