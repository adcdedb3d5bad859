package dev.muster.api.autopilot;

import dev.muster.api.autopilot.ObjectRequests.Applied;
import dev.muster.api.autopilot.ObjectRequests.Newness;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.StoredObject;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Applies, shows, retries and deletes plans of k0s Autopilot. */
@RestController
@Tag(name = "autopilot")
public final class AutopilotPlanController {

  private static final String PLANS = "/v1/clusters/{cluster}/autopilot/plans";

  private final Records records;
  private final ObjectRequests requests;

  AutopilotPlanController(Records records, AutopilotObjects objects) {
    this.records = records;
    this.requests = new ObjectRequests(objects);
  }

  @PostsDocument(PLANS)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(summary = "Apply a plan of k0s Autopilot", description = PlanOptions.DESCRIPTION)
  @Refuses({ProblemType.BAD_PLAN, ProblemType.CONFLICT})
  Creation<AutopilotPlanJson> create(
      @PathVariable ClusterName cluster,
      @RequestBody byte[] document,
      @RequestParam(defaultValue = "false") boolean dryRun,
      @RequestParam Optional<String> settle,
      @RequestParam Optional<String> windows,
      @RequestParam Optional<String> batches,
      @RequestParam Optional<String> nodeDeadline,
      @RequestParam Optional<String> deadline,
      @RequestParam Optional<String> drain,
      @RequestParam Optional<String> drainTimeout,
      @RequestParam Optional<String> drainGrace,
      @RequestParam Optional<String> keepCordoned,
      @RequestParam Optional<String> approval,
      @RequestParam Optional<String> maxFailures,
      @Parameter(description = PlanOptions.AFTER) @RequestParam Optional<String> after,
      @RequestParam Optional<String> dialect,
      Caller caller) {
    Map<String, Optional<String>> beside =
        PlanOptions.named(
            settle,
            windows,
            batches,
            nodeDeadline,
            deadline,
            drain,
            drainTimeout,
            drainGrace,
            keepCordoned,
            approval,
            maxFailures,
            after,
            dialect);
    ObjectDocument plan = ObjectDocument.read(cluster, ObjectKind.PLAN, document).with(beside);
    return apply(plan, dryRun ? Seriousness.TRIED : Seriousness.DONE, caller);
  }

  private Creation<AutopilotPlanJson> apply(
      ObjectDocument document, Seriousness seriousness, Caller caller) {
    Applied applied = requests.apply(document, seriousness, caller);
    if (seriousness == Seriousness.TRIED) {
      return Creation.known(shown(applied.object(), caller.name()).tried());
    }
    AutopilotPlanJson plan = shown(applied.object());
    return applied.newness() == Newness.MADE
        ? Creation.made(
            URI.create(PLANS.replace("{cluster}", plan.cluster().value()) + "/" + plan.name()),
            plan)
        : Creation.known(plan);
  }

  @GetMapping(PLANS)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List plans of k0s Autopilot by name",
      description = "Their statuses are those of their runs at this moment.")
  ListJson<AutopilotPlanJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    Map<UUID, String> creators = records.autopilot().objects().creators(cluster, ObjectKind.PLAN);
    return ListJson.of(
        limit,
        marker,
        page -> ObjectPaging.page(requests.all(cluster, ObjectKind.PLAN), page),
        plan -> listed(plan, creators.getOrDefault(plan.uid(), "")));
  }

  @GetMapping(PLANS + "/{plan}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "Show a plan of k0s Autopilot",
      description = "`object` is the plan as Kubernetes' clients know it.")
  AutopilotPlanJson show(@PathVariable ClusterName cluster, @PathVariable ObjectName plan) {
    return shown(requests.require(key(cluster, plan)));
  }

  @PostMapping(PLANS + "/{plan}/retry")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Try a plan of k0s Autopilot again",
      description =
          "One that is over and not Completed: another run of it as it is now, over the nodes that"
              + " were found when it began, without those that are done.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  AutopilotPlanJson retry(
      @PathVariable ClusterName cluster, @PathVariable ObjectName plan, Caller caller) {
    return shown(requests.retry(key(cluster, plan), caller));
  }

  @DeleteMapping(PLANS + "/{plan}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Delete a plan of k0s Autopilot",
      description =
          "Its run is cancelled: nothing new starts, and what runs on nodes is asked to stop. The"
              + " run stays as history.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable ClusterName cluster, @PathVariable ObjectName plan, Caller caller) {
    requests.remove(key(cluster, plan), caller);
  }

  private AutopilotPlanJson shown(StoredObject plan) {
    return shown(
        plan,
        records
            .autopilot()
            .objects()
            .creators(plan.key().cluster(), ObjectKind.PLAN)
            .getOrDefault(plan.uid(), ""));
  }

  private AutopilotPlanJson shown(StoredObject plan, String creator) {
    return listed(plan, creator).shown(plan.json());
  }

  private AutopilotPlanJson listed(StoredObject plan, String creator) {
    return AutopilotPlanJson.of(plan, records.autopilot().standing(plan.uid()), creator);
  }

  private static ObjectKey key(ClusterName cluster, ObjectName plan) {
    return new ObjectKey(cluster, ObjectKind.PLAN, plan.value());
  }
}
