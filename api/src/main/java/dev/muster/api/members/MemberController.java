package dev.muster.api.members;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.records.Records;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows the members of clusters, and how many there are to be. Actions change them. */
@RestController
@Tag(name = "members")
public final class MemberController {

  private final Records records;

  public MemberController(Records records) {
    this.records = records;
  }

  @GetMapping("/v1/clusters/{cluster}/members")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "List members by index")
  ListJson<MemberJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    shape(cluster);
    return ListJson.of(
        limit, marker, page -> records.members().list(cluster, page), MemberJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}/members/{node}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a member")
  MemberJson show(@PathVariable ClusterName cluster, @PathVariable NodeId node) {
    return records
        .members()
        .find(cluster, node)
        .map(MemberJson::of)
        .orElseThrow(() ->
            ProblemException.notFound(
                "cluster %s has no member %s; GET /v1/clusters/%s/members lists them"
                    .formatted(cluster, node, cluster)));
  }

  @GetMapping("/v1/clusters/{cluster}/sizes")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "Show how many members a cluster has and is to have",
      description = "The actions cluster.create, cluster.resize and others change it.")
  SizesJson sizes(@PathVariable ClusterName cluster) {
    return SizesJson.of(shape(cluster), records.members().all(cluster));
  }

  private ClusterShape shape(ClusterName cluster) {
    return records
        .members()
        .shape(cluster)
        .orElseThrow(() ->
            ProblemException.notFound(
                "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster)));
  }
}
