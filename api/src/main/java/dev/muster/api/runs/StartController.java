package dev.muster.api.runs;

import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Plans runs and starts them. */
@RestController
@Tag(name = "runs")
public final class StartController {

  private final RunPlanning planning;
  private final RunStart start;

  StartController(RunPlanning planning, RunStart start) {
    this.planning = planning;
    this.start = start;
  }

  @PostMapping("/v1/clusters/{cluster}/plan")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "What a run would do",
      description =
          "Stages, batches and nodes by name. Nothing is recorded. Start with its hash, and"
              + " another plan is refused.")
  @Refuses({ProblemType.BAD_PARAMETERS, ProblemType.NO_PLAN})
  PlanJson plan(@PathVariable ClusterName cluster, @RequestBody RunRequests.Plan request) {
    return PlanJson.of(cluster, planning.plan(cluster, request));
  }

  @PostMapping("/v1/clusters/{cluster}/runs")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Start a run",
      description =
          "With an id of your own the request may be repeated: 200 with what exists. While the"
              + " engine is away the run is recorded and started as soon as it is back.")
  @Refuses({
    ProblemType.CONFLICT,
    ProblemType.PLAN_CHANGED,
    ProblemType.BAD_PARAMETERS,
    ProblemType.NO_PLAN
  })
  Creation<RunJson> start(
      @PathVariable ClusterName cluster, @RequestBody RunRequests.Start request, Caller caller) {
    return switch (start.start(cluster, request, caller)) {
      case RunStart.Result.Started(RunJson run) -> created(run);
      case RunStart.Result.WaitsForEngine(RunJson run, String why) -> created(run.waiting(why));
      case RunStart.Result.Existing(RunJson run) -> Creation.known(run);
    };
  }

  private static Creation<RunJson> created(RunJson run) {
    return Creation.made(URI.create("/v1/runs/" + run.id()), run);
  }
}
