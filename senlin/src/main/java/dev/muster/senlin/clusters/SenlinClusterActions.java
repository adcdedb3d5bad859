package dev.muster.senlin.clusters;

import dev.muster.api.policies.BindingController;
import dev.muster.api.policies.BindingPatch;
import dev.muster.api.policies.NewBindingRequest;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.AccessGuard;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.senlin.actions.ActionStart;
import dev.muster.senlin.actions.BindingActions;
import dev.muster.senlin.clusters.AskedOfClusters.Translated;
import dev.muster.senlin.http.Accepted;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.names.SenlinLookup;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What Senlin's clients have done to clusters. */
@Hidden
@RestController
public final class SenlinClusterActions {

  private static final Map<String, String> POLICIES =
      Map.of(
          "policy_attach", "policy.attach",
          "policy_detach", "policy.detach",
          "policy_update", "policy.change");

  private final ActionStart start;
  private final AskedOfClusters requests;
  private final BindingController bindings;
  private final BindingActions done;
  private final SenlinLookup lookup;

  public SenlinClusterActions(
      ActionStart start,
      AskedOfClusters requests,
      BindingController bindings,
      BindingActions done,
      SenlinLookup lookup) {
    this.start = start;
    this.requests = requests;
    this.bindings = bindings;
    this.done = done;
    this.lookup = lookup;
  }

  @PostMapping("/senlin/v1/clusters/{cluster}/actions")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> act(
      @PathVariable ClusterName cluster,
      @RequestBody JsonNode body,
      Caller caller,
      Identity identity) {
    SentFields whole = SentFields.of("", body);
    if (whole.names().size() != 1) {
      throw ProblemException.badRequest(
          "%d actions in one request (expected: one, such as {\"scale_out\": {\"count\": 1}})"
              .formatted(whole.names().size()));
    }
    String what = whole.names().iterator().next();
    SentFields fields = whole.object(what).orElseThrow();
    if (what.equals("complete_lifecycle")) {
      return Accepted.by(start.complete(cluster, token(fields), caller));
    }
    if (POLICIES.containsKey(what)) {
      return Accepted.by(bound(cluster, what, fields, new Asking(caller, identity)));
    }
    Translated asked = requests.of(cluster, what, fields, identity.sight());
    return Accepted.by(
        start.on(cluster, asked.kind(), asked.args(), ClusterDirectory.idOf(cluster), caller));
  }

  private static ActionId token(SentFields fields) {
    String token = fields.needText("lifecycle_action_token");
    fields.done();
    try {
      return ActionId.parse(token);
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest(
          "complete_lifecycle.lifecycle_action_token: '%s' (expected: the id of the action, as the message had it)"
              .formatted(token));
    }
  }

  /** Who asks. */
  private record Asking(Caller caller, Identity identity) {}

  private ActionId bound(ClusterName cluster, String what, SentFields fields, Asking who) {
    AccessGuard.require(who.identity(), Permission.ADMINISTER, cluster);
    String policy = lookup.policy(fields.needText("policy_id")).id().toString();
    Optional<Boolean> enabled = fields.flag("enabled");
    Optional<Integer> priority = fields.number("priority");
    fields.done();
    switch (what) {
      case "policy_attach" ->
          bindings.attach(cluster, new NewBindingRequest(policy, priority, enabled), who.caller());
      case "policy_detach" -> bindings.detach(cluster, policy, who.caller());
      default ->
          bindings.change(cluster, policy, new BindingPatch(priority, enabled), who.caller());
    }
    return done.newest(cluster, POLICIES.getOrDefault(what, ""), policy);
  }

  @PostMapping("/senlin/v1/clusters/{cluster}/ops")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> operate(@PathVariable ClusterName cluster) {
    return SenlinErrors.notOffered(
        "operations of profiles are not there; a playbook does anything on the nodes of cluster %s (muster run start)"
            .formatted(cluster));
  }

  @GetMapping("/senlin/v1/clusters/{cluster}/attrs/{path}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> collect(@PathVariable ClusterName cluster, @PathVariable String path) {
    return SenlinErrors.notOffered(
        "attributes are not collected; muster node list %s -o json shows those of its nodes"
            .formatted(cluster));
  }
}
