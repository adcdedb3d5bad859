package dev.muster.senlin.clusters;

import dev.muster.api.clusters.ClusterController;
import dev.muster.api.clusters.ClusterPatch;
import dev.muster.api.clusters.NewClusterRequest;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.AccessGuard;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.members.ListedCluster;
import dev.muster.records.members.NodeDirectory;
import dev.muster.senlin.actions.ActionStart;
import dev.muster.senlin.actions.ActionStart.Wanted;
import dev.muster.senlin.http.Accepted;
import dev.muster.senlin.http.NotOffered;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's clusters: Muster's, with the members that providers made. */
@Hidden
@RestController
public final class SenlinClusters {

  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "status"),
          Set.of("name", "status", "init_at", "created_at", "updated_at"),
          SenlinQuery.Markers.UUIDS);

  private final ClusterController clusters;
  private final ActionStart start;
  private final SenlinLookup lookup;
  private final Records records;

  public SenlinClusters(
      ClusterController clusters, ActionStart start, SenlinLookup lookup, Records records) {
    this.clusters = clusters;
    this.start = start;
    this.lookup = lookup;
    this.records = records;
  }

  @GetMapping("/senlin/v1/clusters")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    List<ObjectNode> all =
        SenlinLookup.here(records.members().clusters().all(sight)).stream()
            .map(cluster -> ClusterShown.of(cluster, List.of()))
            .toList();
    return SenlinPages.named("clusters", SenlinPages.of(all, query, ClusterDirectory.MOST));
  }

  @GetMapping("/senlin/v1/clusters/{cluster}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ObjectNode show(@PathVariable ClusterName cluster, Sight sight) {
    return shown(cluster, sight);
  }

  @PostMapping("/senlin/v1/clusters")
  @Needs(value = Permission.OPERATE, where = Where.SOMEWHERE)
  ResponseEntity<ObjectNode> create(
      @RequestBody JsonNode body, Caller caller, Identity identity, Sight sight) {
    SentFields fields = SentFields.under("cluster", body);
    ClusterName name = name(fields.needText("name"));
    AccessGuard.require(identity, Permission.OPERATE, name);
    ObjectNode args = sizes(fields);
    args.put("profile", lookup.profile(fields.needText("profile_id")).key().name());
    Map<String, String> labels = texts(fields);
    requireNoConfig(fields);
    Optional<Duration> timeout = fields.number("timeout").map(Duration::ofSeconds);
    fields.done();
    if (lookup.named(name.value(), Sight.ALL).isEmpty()) {
      clusters.create(
          new NewClusterRequest(
              name, Optional.empty(), labels.isEmpty() ? Optional.empty() : Optional.of(labels)),
          caller,
          identity);
    } else if (!labels.isEmpty()) {
      AccessGuard.require(identity, Permission.ADMINISTER, name);
      label(name, fields, caller);
    }
    ActionId action = start.within(timeout, name, wanted("cluster.create", args, name), caller);
    return Accepted.by(action, shown(name, sight));
  }

  private static ClusterName name(String text) {
    try {
      return new ClusterName(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest("cluster.name: " + e.getMessage());
    }
  }

  @PatchMapping("/senlin/v1/clusters/{cluster}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> update(
      @PathVariable ClusterName cluster,
      @RequestBody JsonNode body,
      Caller caller,
      Identity identity) {
    SentFields fields = SentFields.under("cluster", body);
    requireSameName(cluster, fields);
    requireNoConfig(fields);
    Optional<Duration> timeout = fields.number("timeout").map(Duration::ofSeconds);
    ObjectNode args = SenlinObject.nothing();
    fields
        .text("profile_id")
        .ifPresent(profile -> args.put("profile", lookup.profile(profile).key().name()));
    fields.flag("profile_only").ifPresent(only -> args.put("profileOnly", only));
    boolean relabels = fields.any("metadata").isPresent();
    fields.done();
    if (relabels) {
      AccessGuard.require(identity, Permission.ADMINISTER, cluster);
      label(cluster, fields, caller);
    }
    if (!args.has("profile")) {
      if (!relabels) {
        throw ProblemException.badRequest(
            "cluster: nothing to change (expected: profile_id or metadata)");
      }
      return ResponseEntity.accepted().body(shown(cluster, identity.sight()));
    }
    ActionId action =
        start.within(timeout, cluster, wanted("cluster.update", args, cluster), caller);
    return Accepted.by(action, shown(cluster, identity.sight()));
  }

  @DeleteMapping("/senlin/v1/clusters/{cluster}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> delete(
      @PathVariable ClusterName cluster, @RequestBody Optional<JsonNode> body, Caller caller) {
    body.map(sent -> SentFields.of("", sent).ignoring("force")).ifPresent(SentFields::done);
    return Accepted.by(
        start.within(
            Optional.empty(),
            cluster,
            wanted("cluster.delete", SenlinObject.nothing(), cluster),
            caller));
  }

  private static Wanted wanted(String kind, ObjectNode args, ClusterName cluster) {
    return new Wanted(kind, args, ClusterDirectory.idOf(cluster));
  }

  private ObjectNode shown(ClusterName name, Sight sight) {
    ListedCluster cluster = lookup.named(name.value(), sight).orElseThrow();
    List<UUID> nodes =
        records.members().all(name).stream()
            .map(member -> NodeDirectory.idOf(name, member.node()))
            .toList();
    return SenlinObject.named("cluster", ClusterShown.of(cluster, nodes));
  }

  private static ObjectNode sizes(SentFields fields) {
    ObjectNode args = SenlinObject.nothing();
    Optional<Integer> least = fields.number("min_size");
    least.ifPresent(size -> args.put("minSize", size));
    fields
        .number("max_size")
        .filter(size -> size != -1)
        .ifPresent(size -> args.put("maxSize", size));
    fields.number("desired_capacity").ifPresent(size -> args.put("desired", size));
    return args;
  }

  /** Muster's labels are what Senlin calls metadata. */
  private void label(ClusterName cluster, SentFields fields, Caller caller) {
    Map<String, JsonNode> labels = new HashMap<>();
    fields
        .object("metadata")
        .ifPresent(all -> all.names().forEach(name -> labels.put(name, all.need(name))));
    clusters.change(cluster, new ClusterPatch(Optional.empty(), Optional.of(labels)), caller);
  }

  private static Map<String, String> texts(SentFields fields) {
    Map<String, String> texts = new HashMap<>();
    fields
        .object("metadata")
        .ifPresent(all -> all.names().forEach(name -> texts.put(name, all.needText(name))));
    return texts;
  }

  private static void requireSameName(ClusterName cluster, SentFields fields) {
    if (fields.text("name").filter(name -> !name.equals(cluster.value())).isPresent()) {
      throw new NotOffered(
          "a cluster of Muster keeps its name, by which its nodes and history are known");
    }
  }

  private static void requireNoConfig(SentFields fields) {
    if (fields.object("config").filter(config -> !config.names().isEmpty()).isPresent()) {
      throw new NotOffered(
          "clusters have no config here; what members are made from is the profile's spec");
    }
  }
}
