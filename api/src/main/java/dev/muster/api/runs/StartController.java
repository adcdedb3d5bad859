package dev.muster.api.runs;

import dev.muster.api.requests.Caller;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import org.springframework.http.ResponseEntity;
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
  private final RunLookup lookup;

  StartController(RunPlanning planning, RunStart start, RunLookup lookup) {
    this.planning = planning;
    this.start = start;
    this.lookup = lookup;
  }

  @PostMapping("/v1/clusters/{cluster}/plan")
  @Operation(
      summary = "What a run would do",
      description =
          "Stages, batches and nodes by name. Nothing is recorded. Start with its hash, and"
              + " another plan is refused.")
  PlanJson plan(@PathVariable ClusterName cluster, @RequestBody RunRequests.Plan request) {
    return PlanJson.of(cluster, planning.plan(cluster, request));
  }

  @PostMapping("/v1/clusters/{cluster}/runs")
  @Operation(
      summary = "Start a run",
      description =
          "With an id of your own the request may be repeated: 200 with what exists. While the"
              + " engine is away the run is recorded and started as soon as it is back.")
  ResponseEntity<RunJson> start(
      @PathVariable ClusterName cluster, @RequestBody RunRequests.Start request, Caller caller) {
    return switch (start.start(cluster, request, caller)) {
      case RunStart.Result.Started(RunId run) -> created(lookup.require(run));
      case RunStart.Result.WaitsForEngine(RunId run, String why) ->
          created(lookup.require(run).waiting(why));
      case RunStart.Result.Existing(RunId run) -> ResponseEntity.ok(lookup.require(run));
    };
  }

  private static ResponseEntity<RunJson> created(RunJson run) {
    return ResponseEntity.created(URI.create("/v1/runs/" + run.id())).body(run);
  }
}
