package dev.muster.api.retention;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.retention.RetentionJson.RemovalJson;
import dev.muster.api.retention.RetentionJson.RuleJson;
import dev.muster.api.retention.RetentionJson.TableJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.retention.RetentionRule;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.retention.StoredRule;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** How long history is kept. */
@RestController
@Tag(name = "retention")
public final class RetentionController {

  private final Records records;
  private final Clock clock;

  public RetentionController(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  @GetMapping("/v1/retention")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "How long history is kept, how much there is, and what was removed",
      description = "Without a rule nothing is removed.")
  RetentionJson show(Sight sight) {
    return new RetentionJson(
        records.retention().rules().keepAll(),
        records.retention().list().stream()
            .filter(rule -> rule.cluster().isEmpty() || sight.sees(rule.cluster().get()))
            .map(RuleJson::of)
            .toList(),
        records.historyStatus().tables().stream().map(TableJson::of).toList(),
        records.historyStatus().removal().map(RemovalJson::of));
  }

  @PatchMapping("/v1/retention")
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Change how long history is kept",
      description = "Of every cluster that has no rule of its own. What is over goes for good.")
  RuleJson change(@RequestBody RetentionPatch patch, Caller caller) {
    return changed(Optional.empty(), patch, caller);
  }

  @DeleteMapping("/v1/retention")
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Take the rule for all clusters away",
      description = "Nothing is removed then where a cluster has no rule of its own.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unset(Caller caller) {
    unset(Optional.empty(), caller);
  }

  @PatchMapping("/v1/retention/clusters/{cluster}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Change how long the history of a cluster is kept",
      description = "What is not named stays as it was for this cluster.")
  RuleJson changeOf(
      @PathVariable ClusterName cluster, @RequestBody RetentionPatch patch, Caller caller) {
    if (!records.retention().knows(cluster)) {
      throw noSuch(cluster);
    }
    return changed(Optional.of(cluster), patch, caller);
  }

  @DeleteMapping("/v1/retention/clusters/{cluster}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Take the rule of a cluster away",
      description = "The rule for all clusters holds for it then, if there is one.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unsetOf(@PathVariable ClusterName cluster, Caller caller) {
    if (!records.retention().knows(cluster)) {
      throw noSuch(cluster);
    }
    unset(Optional.of(cluster), caller);
  }

  private RuleJson changed(Optional<ClusterName> cluster, RetentionPatch patch, Caller caller) {
    Instant now = clock.instant();
    return ProblemException.fitting(() ->
        records.transaction(() -> {
          StoredRule rule =
              records.retention().change(cluster, old -> patched(old, patch), caller.name(), now);
          keep("retention.set", cluster, caller, now, said(rule.rule()));
          return RuleJson.of(rule);
        }));
  }

  private void unset(Optional<ClusterName> cluster, Caller caller) {
    records.transaction(() -> {
      boolean gone = records.retention().unset(cluster);
      if (gone) {
        keep("retention.unset", cluster, caller, clock.instant(), Map.of());
      }
      return gone;
    });
  }

  private static RetentionRule patched(RetentionRule old, RetentionPatch patch) {
    return old.with(patch.runs(), patch.atLeast(), patch.audit(), patch.exportedOnly());
  }

  private static Map<String, String> said(RetentionRule rule) {
    return Map.of(
        "runs", rule.runs().toString(),
        "atLeast", String.valueOf(rule.atLeast()),
        "audit", rule.audit().toString(),
        "exportedOnly", String.valueOf(rule.exportedOnly()));
  }

  private void keep(
      String what,
      Optional<ClusterName> cluster,
      Caller caller,
      Instant at,
      Map<String, String> detail) {
    records
        .audit()
        .insert(
            new NewAuditEntry(
                at,
                Actor.user(caller.name()).toString(),
                what,
                cluster,
                Optional.empty(),
                Optional.empty(),
                detail));
  }

  private static ProblemException noSuch(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s, and no history of one; GET /v1/clusters lists them"
            .formatted(cluster));
  }
}
