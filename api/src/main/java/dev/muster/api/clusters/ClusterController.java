package dev.muster.api.clusters;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.engine.Nudges;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.Labels;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.AccessGuard;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.stalls.Stalls;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.clusters.ClusterCreation;
import dev.muster.records.clusters.ClusterRecord;
import dev.muster.records.clusters.ClusterRemoval;
import dev.muster.records.clusters.NewCluster;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.List;
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

/** Adds, shows, changes and removes clusters. */
@RestController
@Tag(name = "clusters")
public final class ClusterController {

  private final Records records;
  private final Nudges nudges;
  private final AuditTrail audit;
  private final Clock clock;
  private final Stalls stalls;

  public ClusterController(
      Records records, Nudges nudges, AuditTrail audit, Clock clock, Stalls stalls) {
    this.records = records;
    this.nudges = nudges;
    this.audit = audit;
    this.clock = clock;
    this.stalls = stalls;
  }

  @PostMapping("/v1/clusters")
  @Needs(value = Permission.ADMINISTER, where = Where.SOMEWHERE)
  @Operation(
      summary = "Register a cluster",
      description = "The same name again answers 200 with the cluster as it is; nothing changes.")
  @Refuses(ProblemType.CONFLICT)
  public Creation<ClusterJson> create(
      @RequestBody NewClusterRequest request, Caller caller, Identity identity) {
    AccessGuard.require(identity, Permission.ADMINISTER, request.name());
    ClusterSettings settings =
        request
            .settings()
            .map(patch -> ClusterSettingsPatch.settings(ClusterSettings.DEFAULT, patch))
            .orElse(ClusterSettings.DEFAULT);
    Map<String, String> labels = Labels.require(request.labels().orElse(Map.of()));
    NewCluster cluster =
        new NewCluster(request.name(), settings, labels, clock.instant(), caller.name());
    ClusterCreation creation =
        audit.keep(
            new Asked(caller, "cluster.add", request.name(), Map.of()),
            () -> records.clusters().create(cluster),
            result -> result instanceof ClusterCreation.Created);
    return switch (creation) {
      case ClusterCreation.Created created -> {
        nudges.inBackground(request.name(), List.of(), caller.name());
        yield Creation.made(
            URI.create("/v1/clusters/" + request.name()), ClusterJson.of(created.cluster()));
      }
      case ClusterCreation.Existing existing ->
          Creation.known(same(existing.cluster(), request, settings, labels));
    };
  }

  @GetMapping("/v1/clusters")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List clusters by name")
  ListJson<ClusterJson> list(
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker,
      Sight sight) {
    return ListJson.of(
        limit, marker, page -> records.clusters().list(page, sight), ClusterJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a cluster")
  ClusterJson show(@PathVariable ClusterName cluster) {
    return ClusterJson.of(find(cluster)).standing(stalls.of(cluster));
  }

  @PatchMapping("/v1/clusters/{cluster}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Change settings and labels",
      description = "What is named changes, the rest stays; null removes a label or a limit.")
  public ClusterJson change(
      @PathVariable ClusterName cluster, @RequestBody ClusterPatch patch, Caller caller) {
    Optional<ClusterRecord> changed =
        audit.keep(
            new Asked(caller, "cluster.change", cluster, Map.of()),
            () -> records.clusters().locked(cluster, current -> patched(current, patch)),
            Optional::isPresent);
    return changed.map(ClusterJson::of).orElseThrow(() -> noSuch(cluster));
  }

  @DeleteMapping("/v1/clusters/{cluster}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Remove a cluster and its nodes",
      description =
          "Refused while runs are open or actions unfinished, and while it has members that"
              + " providers made. Its history stays.")
  @Refuses(ProblemType.CONFLICT)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable ClusterName cluster, Caller caller) {
    ClusterRemoval removal =
        audit.keep(
            new Asked(caller, "cluster.remove", cluster, Map.of()),
            () -> records.clusters().remove(cluster),
            result -> result instanceof ClusterRemoval.Removed);
    switch (removal) {
      case ClusterRemoval.Removed removed -> {}
      case ClusterRemoval.NotFound none -> throw noSuch(cluster);
      case ClusterRemoval.Refused use ->
          throw ProblemException.conflict(
              use.members() > 0
                  ? "cluster %s has %d members that providers made; the action cluster.delete removes them"
                      .formatted(cluster, use.members())
                  : "cluster %s is in use (open runs: %d, unfinished actions: %d); cancel them first"
                      .formatted(cluster, use.openRuns(), use.unfinishedActions()));
    }
  }

  @PostMapping("/v1/clusters/{cluster}/nudge")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Ask for a cycle now",
      description = "Over the nodes that are named, or over all. Answers before the cycle is done.")
  @ResponseStatus(HttpStatus.ACCEPTED)
  void nudge(
      @PathVariable ClusterName cluster,
      @RequestBody Optional<NudgeRequest> request,
      Caller caller) {
    find(cluster);
    nudges.now(cluster, request.flatMap(NudgeRequest::nodes).orElse(List.of()), caller.name());
  }

  private ClusterRecord patched(ClusterRecord current, ClusterPatch patch) {
    return records
        .clusters()
        .patch(
            current.name(),
            patch.settings().map(to -> ClusterSettingsPatch.settings(current.settings(), to)),
            patch.labels().map(to -> ClusterSettingsPatch.labels(current.labels(), to)))
        .orElseThrow(() -> noSuch(current.name()));
  }

  private ClusterRecord find(ClusterName cluster) {
    return records.clusters().find(cluster).orElseThrow(() -> noSuch(cluster));
  }

  private static ClusterJson same(
      ClusterRecord existing,
      NewClusterRequest request,
      ClusterSettings settings,
      Map<String, String> labels) {
    boolean differs =
        (request.settings().isPresent() && !settings.equals(existing.settings()))
            || (request.labels().isPresent() && !labels.equals(existing.labels()));
    if (differs) {
      throw ProblemException.conflict(
          "cluster %s exists with other settings or labels; PATCH /v1/clusters/%s changes them"
              .formatted(existing.name(), existing.name()));
    }
    return ClusterJson.of(existing);
  }

  private static ProblemException noSuch(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; GET /v1/clusters lists them".formatted(cluster));
  }
}
