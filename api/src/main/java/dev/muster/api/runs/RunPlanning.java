package dev.muster.api.runs;

import dev.muster.api.playbooks.PlaybookStore;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.PlannedSecrets;
import dev.muster.domain.playbook.Planner;
import dev.muster.domain.playbook.Planning;
import dev.muster.domain.playbook.Playbook;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.secret.SecretRules;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.Records;
import dev.muster.records.playbooks.PlaybookRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Plans what a run would do on a cluster as it is now. */
final class RunPlanning {

  /** A plan and what it was made of. */
  record Made(PlaybookRecord playbook, RunPlan plan) {

    /** Names of parameters and arguments whose values nobody is shown. */
    List<String> sensitive() {
      return Masking.names(playbook.definition().path("sensitive"));
    }
  }

  private final Records records;
  private final PlaybookStore playbooks;
  private final Optional<SecretRules> secrets;
  private final PlanMemory memory = new PlanMemory();

  /**
   * @param secrets the rules of the workers, where a worker is in this process
   */
  RunPlanning(Records records, PlaybookStore playbooks, Optional<SecretRules> secrets) {
    this.records = records;
    this.playbooks = playbooks;
    this.secrets = secrets;
  }

  /** Done before a transaction that plans. */
  void prepare() {
    playbooks.storeShipped();
  }

  Made plan(ClusterName cluster, RunRequests.Plan request) {
    PlanContext context = records.nodes().planContext(cluster);
    // A node is proof enough that its cluster is there.
    if (context.nodes().isEmpty() && records.clusters().settingsOf(cluster).isEmpty()) {
      throw ProblemException.notFound(
          "there is no cluster %s; GET /v1/clusters lists them".formatted(cluster));
    }
    PlaybookRecord playbook = playbooks.require(request.playbook(), request.version());
    Playbook definition = Playbook.ofDefinition(playbook.definition());
    JsonNode params = WireFormat.JSON.createObjectNode().setAll(request.params().orElse(Map.of()));
    Planning planning = Planner.plan(definition, params, context);
    return switch (planning) {
      case Planning.Refused refused ->
          throw refusal(refused, Masking.of(definition.sensitive(), params));
      case Planning.Planned(RunPlan plan) -> {
        requireSecrets(definition.name(), plan, cluster);
        memory.remember(plan);
        yield new Made(playbook, plan);
      }
    };
  }

  private void requireSecrets(String playbook, RunPlan plan, ClusterName cluster) {
    List<Finding> findings =
        secrets
            .map(rules -> PlannedSecrets.refused(plan, playbook, cluster, rules))
            .orElse(List.of());
    if (!findings.isEmpty()) {
      throw refusal(new Planning.Refused(ProgressState.RESTRICTED, findings), Masking.NONE);
    }
  }

  /** Refuses a plan that is not the one that was looked at. */
  void requireUnchanged(Optional<String> hash, Made made) {
    RunPlan plan = made.plan();
    if (hash.isPresent() && !hash.get().equals(plan.hash())) {
      throw ProblemException.planChanged(
          "the plan is no longer the one that was looked at; its hash is now " + plan.hash(),
          memory.differences(hash.get(), made));
    }
  }

  private static ProblemException refusal(Planning.Refused refused, Masking masking) {
    List<Finding> findings =
        refused.findings().stream()
            .map(finding -> new Finding(finding.path(), masking.shown(finding.message())))
            .toList();
    Finding first = findings.getFirst();
    String detail = (first.path().isEmpty() ? "" : first.path() + ": ") + first.message();
    return refused.state() == ProgressState.NEW_PLAN
        ? ProblemException.findings(ProblemType.BAD_PARAMETERS, detail, findings, Optional.empty())
        : ProblemException.findings(
            ProblemType.NO_PLAN, detail, findings, Optional.of(refused.state().word()));
  }
}
