package dev.muster.api.policies;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.NoClusters;
import dev.muster.api.playbooks.PlaybookController.FindingsJson;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.requests.SentDocument;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.policy.PolicyDocument;
import dev.muster.domain.policy.PolicyReader;
import dev.muster.domain.policy.PolicyReading;
import dev.muster.records.Records;
import dev.muster.records.policies.PolicyRecord;
import dev.muster.records.policies.PolicyRemoval;
import dev.muster.records.policies.PolicyStoring;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Stores, shows and removes policies. What one of them says never changes. */
@RestController
@Tag(name = "policies")
public final class PolicyController {

  private final Records records;
  private final AuditTrail audit;
  private final Clock clock;

  public PolicyController(Records records, AuditTrail audit, Clock clock) {
    this.records = records;
    this.audit = audit;
    this.clock = clock;
  }

  @PostsDocument("/v1/policies")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(
      summary = "Store a policy",
      description =
          "YAML or JSON; the schema is at /v1/schemas/policy.json. The same content answers 200;"
              + " other content under a known name is a conflict, because policies do not change.")
  @Refuses({ProblemType.BAD_POLICY, ProblemType.CONFLICT})
  public Creation<PolicyJson> create(@RequestBody byte[] document, Caller caller) {
    return switch (PolicyReader.read(SentDocument.text(document))) {
      case PolicyReading.Faulty(List<Finding> findings) ->
          throw SentDocument.refused(ProblemType.BAD_POLICY, findings);
      case PolicyReading.Fit(PolicyDocument policy) -> stored(policy, caller);
    };
  }

  @PostsDocument("/v1/policies/check")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Check a policy without storing it")
  public FindingsJson check(@RequestBody byte[] document) {
    return switch (PolicyReader.read(SentDocument.text(document))) {
      case PolicyReading.Faulty(List<Finding> findings) -> new FindingsJson(findings);
      case PolicyReading.Fit fit -> new FindingsJson(List.of());
    };
  }

  @GetMapping("/v1/policies")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List policies by name")
  public ListJson<PolicyJson> list(
      @RequestParam Optional<String> type,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    return ListJson.of(limit, marker, page -> records.policies().list(type, page), PolicyJson::of);
  }

  @GetMapping("/v1/policies/{policy}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Show a policy")
  public PolicyJson show(@PathVariable String policy) {
    return PolicyJson.of(records.policies().find(policy).orElseThrow(() -> noSuch(policy)));
  }

  @PatchMapping("/v1/policies/{policy}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(
      summary = "Give a policy another name",
      description = "Nothing else of it can change. Clusters that have it keep it.")
  @Refuses(ProblemType.CONFLICT)
  public PolicyJson rename(
      @PathVariable String policy, @RequestBody PolicyPatch patch, Caller caller) {
    PolicyStoring storing =
        audit.keep(
            new NoClusters(
                caller, "policy.rename", Map.of("policy", policy, "name", patch.name().value())),
            () -> records.policies().rename(policy, patch.name(), written(caller)),
            result -> result instanceof PolicyStoring.Kept);
    return switch (storing) {
      case PolicyStoring.Kept(PolicyRecord kept) -> PolicyJson.of(kept);
      case PolicyStoring.Same(PolicyRecord same) -> PolicyJson.of(same);
      case PolicyStoring.NoPolicy none -> throw noSuch(policy);
      case PolicyStoring.Taken(PolicyRecord other) ->
          throw ProblemException.conflict(
              "there is another policy %s, of type %s; choose another name"
                  .formatted(other.name(), other.type()));
    };
  }

  @DeleteMapping("/v1/policies/{policy}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(summary = "Remove a policy", description = "Only one that no cluster has.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses(ProblemType.CONFLICT)
  public void remove(@PathVariable String policy, Caller caller) {
    PolicyRemoval removal =
        audit.keep(
            new NoClusters(caller, "policy.remove", Map.of("policy", policy)),
            () -> records.policies().remove(policy),
            result -> result instanceof PolicyRemoval.Gone);
    switch (removal) {
      case PolicyRemoval.Gone gone -> {}
      case PolicyRemoval.Unknown none -> throw noSuch(policy);
      case PolicyRemoval.InUse inUse ->
          throw ProblemException.conflict(
              "policy %s is attached to %s; detach it there first"
                  .formatted(policy, inUse.clusters()));
    }
  }

  @GetMapping(value = "/v1/schemas/policy.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "The JSON Schema of policies",
      description = "For editors: # yaml-language-server: $schema=<this address>")
  byte[] schema() {
    return PolicyReader.schema().getBytes(StandardCharsets.UTF_8);
  }

  private Creation<PolicyJson> stored(PolicyDocument policy, Caller caller) {
    PolicyStoring storing =
        audit.keep(
            new NoClusters(
                caller,
                "policy.create",
                Map.of("policy", policy.name().value(), "type", policy.type().type())),
            () -> records.policies().store(policy, written(caller)),
            result -> result instanceof PolicyStoring.Kept);
    return switch (storing) {
      case PolicyStoring.Kept(PolicyRecord kept) ->
          Creation.made(URI.create("/v1/policies/" + kept.name()), PolicyJson.of(kept));
      case PolicyStoring.Same(PolicyRecord same) -> Creation.known(PolicyJson.of(same));
      case PolicyStoring.NoPolicy none -> throw noSuch(policy.name().value());
      case PolicyStoring.Taken(PolicyRecord other) ->
          throw ProblemException.conflict(
              "there is another policy %s, and policies do not change; give this one another name, or detach and remove the other one"
                  .formatted(other.name()));
    };
  }

  private PolicyRecord.Written written(Caller caller) {
    return new PolicyRecord.Written(clock.instant(), caller.name());
  }

  static ProblemException noSuch(String policy) {
    return ProblemException.notFound(
        "there is no policy %s; GET /v1/policies lists them".formatted(policy));
  }
}
