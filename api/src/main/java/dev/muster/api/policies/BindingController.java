package dev.muster.api.policies;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.records.Records;
import dev.muster.records.policies.Attachment;
import dev.muster.records.policies.BindingRecord;
import dev.muster.records.policies.PolicyRecord;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Which policies a cluster has. */
@RestController
@Tag(name = "policies")
public final class BindingController {

  private final Records records;
  private final AuditTrail audit;
  private final Clock clock;

  public BindingController(Records records, AuditTrail audit, Clock clock) {
    this.records = records;
    this.audit = audit;
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/policies")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Attach a policy to a cluster",
      description =
          "It is asked from the next action on. One that is attached already answers 200, as it"
              + " is.")
  @Refuses(ProblemType.CONFLICT)
  public Creation<BindingJson> attach(
      @PathVariable ClusterName cluster, @RequestBody NewBindingRequest request, Caller caller) {
    BindingPatch terms = new BindingPatch(request.priority(), request.enabled()).required();
    Attachment attachment =
        audit.keep(
            new Asked(caller, "policy.attach", cluster, Map.of("policy", request.policy())),
            () ->
                records
                    .policyBindings()
                    .attach(cluster, request.policy(), terms::of, written(caller)),
            result -> result instanceof Attachment.Made);
    return switch (attachment) {
      case Attachment.Made(BindingRecord made) ->
          Creation.made(
              URI.create("/v1/clusters/%s/policies/%s".formatted(cluster, made.policy().name())),
              BindingJson.of(made));
      case Attachment.There(BindingRecord there) -> Creation.known(BindingJson.of(there));
      case Attachment.NoCluster none -> throw noCluster(cluster);
      case Attachment.NoPolicy none -> throw PolicyController.noSuch(request.policy());
      case Attachment.OneOfType(PolicyName other, String type) ->
          throw ProblemException.conflict(
              "cluster %s has policy %s of type %s already, and one is all that it can have; detach that first"
                  .formatted(cluster, other, type));
      case Attachment.UnknownType(String type) ->
          throw ProblemException.conflict(
              "this version does not know policies of type %s (known: %s); upgrade it first"
                  .formatted(type, PolicyTypes.names()));
      case Attachment.TooMany(int most) ->
          throw ProblemException.conflict(
              "cluster %s has %d policies, which is the most; detach one".formatted(cluster, most));
    };
  }

  @GetMapping("/v1/clusters/{cluster}/policies")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List the policies of a cluster by name",
      description = "With their priorities: those of smaller numbers are asked first.")
  public ListJson<BindingJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    return ListJson.of(
        limit, marker, page -> records.policyBindings().list(cluster, page), BindingJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}/policies/{policy}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show how a cluster has a policy")
  public BindingJson show(@PathVariable ClusterName cluster, @PathVariable String policy) {
    return BindingJson.of(
        records
            .policyBindings()
            .find(cluster, policy)
            .orElseThrow(() -> notAttached(cluster, policy)));
  }

  @PatchMapping("/v1/clusters/{cluster}/policies/{policy}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Change the priority of an attached policy, or whether it is asked",
      description = "It holds from the next action on.")
  public BindingJson change(
      @PathVariable ClusterName cluster,
      @PathVariable String policy,
      @RequestBody BindingPatch patch,
      Caller caller) {
    BindingPatch terms = patch.required();
    return audit
        .keep(
            new Asked(caller, "policy.change", cluster, Map.of("policy", policy)),
            () -> records.policyBindings().change(cluster, policy, terms::of, written(caller)),
            Optional::isPresent)
        .map(BindingJson::of)
        .orElseThrow(() -> notAttached(cluster, policy));
  }

  @DeleteMapping("/v1/clusters/{cluster}/policies/{policy}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Detach a policy from a cluster",
      description = "Actions that it was asked about go on as it said.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void detach(
      @PathVariable ClusterName cluster, @PathVariable String policy, Caller caller) {
    Optional<BindingRecord> detached =
        audit.keep(
            new Asked(caller, "policy.detach", cluster, Map.of("policy", policy)),
            () -> records.policyBindings().detach(cluster, policy),
            Optional::isPresent);
    if (detached.isEmpty()) {
      throw notAttached(cluster, policy);
    }
  }

  private PolicyRecord.Written written(Caller caller) {
    return new PolicyRecord.Written(clock.instant(), caller.name());
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }

  private static ProblemException notAttached(ClusterName cluster, String policy) {
    return ProblemException.notFound(
        "cluster %s has no policy %s; GET /v1/clusters/%s/policies lists them"
            .formatted(cluster, policy, cluster));
  }
}
