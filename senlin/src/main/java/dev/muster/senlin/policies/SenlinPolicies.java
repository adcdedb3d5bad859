package dev.muster.senlin.policies;

import dev.muster.api.policies.BindingController;
import dev.muster.api.policies.BindingJson;
import dev.muster.api.policies.PolicyController;
import dev.muster.api.policies.PolicyJson;
import dev.muster.api.policies.PolicyPatch;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.sql.Page;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.http.SinceVersion;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's policies, and which of them clusters have. */
@Hidden
@RestController
public final class SenlinPolicies {

  private static final int MOST = 10_000;
  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "type"),
          Set.of("name", "type", "created_at", "updated_at"),
          SenlinQuery.Markers.UUIDS);
  private static final SenlinQuery.Terms BINDINGS =
      new SenlinQuery.Terms(
          Set.of("enabled", "policy_name", "policy_type"),
          Set.of("enabled", "policy_name", "policy_type", "priority"),
          SenlinQuery.Markers.UUIDS);

  private final PolicyController policies;
  private final BindingController bindings;

  public SenlinPolicies(PolicyController policies, BindingController bindings) {
    this.policies = policies;
    this.bindings = bindings;
  }

  @GetMapping("/senlin/v1/policies")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    List<ObjectNode> all =
        SenlinLookup.whole(
                page -> paged(policies.list(Optional.empty(), page.limit(), page.marker())))
            .stream()
            .map(SenlinPolicies::shown)
            .toList();
    return SenlinPages.named("policies", SenlinPages.of(all, query, MOST));
  }

  private static <T> Page<T> paged(ListJson<T> list) {
    return new Page<>(list.items(), list.next());
  }

  @PostMapping("/senlin/v1/policies")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @ResponseStatus(HttpStatus.CREATED)
  ObjectNode create(@RequestBody JsonNode body, Caller caller) {
    SentFields fields = SentFields.under("policy", body);
    String name = fields.needText("name");
    SentFields spec = fields.object("spec").orElseThrow(SenlinPolicies::noSpec);
    fields.done();
    return named(
        Objects.requireNonNull(
            policies.create(PolicyWords.document(name, spec), caller).getBody()));
  }

  @PostMapping("/senlin/v1/policies/validate")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @SinceVersion(2)
  ObjectNode validate(@RequestBody JsonNode body) {
    SentFields fields = SentFields.under("policy", body);
    fields.any("name");
    SentFields spec = fields.object("spec").orElseThrow(SenlinPolicies::noSpec);
    fields.done();
    String type = spec.needText("type");
    JsonNode properties = spec.any("properties").orElseGet(SenlinObject::nothing);
    policies.check(PolicyWords.document("validated", spec)).findings().stream()
        .findFirst()
        .ifPresent(finding -> {
          throw ProblemException.badRequest(
              "The spec is invalid: %s: %s".formatted(finding.path(), finding.message()));
        });
    return SenlinObject.named(
        "policy",
        SenlinObject.of()
            .with("id", Optional.empty())
            .with("name", "validated_policy")
            .with("type", type)
            .with("spec", PolicyWords.spec(PolicyWords.ownType(type), properties))
            .with("data", SenlinObject.nothing())
            .owned("")
            .done());
  }

  private static ProblemException noSpec() {
    return ProblemException.badRequest(
        "policy.spec: missing (expected: type, version and properties)");
  }

  @GetMapping("/senlin/v1/policies/{policy}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode show(@PathVariable String policy) {
    return named(policies.show(policy));
  }

  @PatchMapping("/senlin/v1/policies/{policy}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  ObjectNode update(@PathVariable String policy, @RequestBody JsonNode body, Caller caller) {
    SentFields fields = SentFields.under("policy", body);
    String name = fields.needText("name");
    fields.done();
    try {
      return named(policies.rename(policy, new PolicyPatch(new PolicyName(name)), caller));
    } catch (IllegalArgumentException bad) {
      throw ProblemException.badRequest("policy.name: " + bad.getMessage());
    }
  }

  @DeleteMapping("/senlin/v1/policies/{policy}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String policy, Caller caller) {
    policies.remove(policy, caller);
  }

  private static ObjectNode named(PolicyJson policy) {
    return SenlinObject.named("policy", shown(policy));
  }

  private static ObjectNode shown(PolicyJson policy) {
    return SenlinObject.of()
        .with("id", policy.id().toString())
        .with("name", policy.name().value())
        .with("type", PolicyWords.type(policy.type()) + "-" + PolicyWords.VERSION)
        .with("spec", PolicyWords.spec(policy.type(), policy.properties()))
        .with("data", SenlinObject.nothing())
        .with("created_at", Optional.of(policy.createdAt()))
        .with(
            "updated_at",
            Optional.of(policy.changedAt()).filter(at -> !at.equals(policy.createdAt())))
        .owned(policy.createdBy())
        .done();
  }

  @GetMapping("/senlin/v1/clusters/{cluster}/policies")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ObjectNode listOf(@PathVariable ClusterName cluster, HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, BINDINGS, sight);
    List<ObjectNode> all =
        SenlinLookup.whole(page -> paged(bindings.list(cluster, page.limit(), page.marker())))
            .stream()
            .map(SenlinPolicies::shown)
            .toList();
    return SenlinPages.named("cluster_policies", SenlinPages.of(all, query, MOST));
  }

  @GetMapping("/senlin/v1/clusters/{cluster}/policies/{policy}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ObjectNode showOf(@PathVariable ClusterName cluster, @PathVariable String policy) {
    return SenlinObject.named("cluster_policy", shown(bindings.show(cluster, policy)));
  }

  /** Its id is the policy's: a cluster has each policy once. */
  private static ObjectNode shown(BindingJson binding) {
    return SenlinObject.of()
        .with("id", binding.policyId().toString())
        .with("cluster_id", ClusterDirectory.idOf(binding.cluster()).toString())
        .with("cluster_name", binding.cluster().value())
        .with("policy_id", binding.policyId().toString())
        .with("policy_name", binding.policy().value())
        .with("policy_type", PolicyWords.type(binding.type()) + "-" + PolicyWords.VERSION)
        .with("enabled", WireFormat.JSON.getNodeFactory().booleanNode(binding.enabled()))
        .with("priority", binding.priority())
        .with("last_op", binding.lastOp())
        .with("data", SenlinObject.nothing())
        .done();
  }
}
