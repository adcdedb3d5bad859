package dev.muster.api.cycles;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the cycles over a cluster did. */
@RestController
@Tag(name = "clusters")
public final class CycleController {

  private final Records records;

  public CycleController(Records records) {
    this.records = records;
  }

  @GetMapping("/v1/clusters/{cluster}/cycles")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "List cycle reports, newest first", description = "The newest 500 are kept.")
  ListJson<CycleJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw ProblemException.notFound(
          "there is no cluster %s; GET /v1/clusters lists them".formatted(cluster));
    }
    return ListJson.of(limit, marker, page -> records.cycles().list(cluster, page), CycleJson::of);
  }
}
