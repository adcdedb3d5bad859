package dev.muster.senlin.nodes;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.members.ListedNode;
import dev.muster.records.members.NodeDirectory;
import dev.muster.senlin.actions.ActionStart;
import dev.muster.senlin.clusters.AskedOfClusters;
import dev.muster.senlin.http.Accepted;
import dev.muster.senlin.http.NotOffered;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's nodes: the members of Muster's clusters, and their other nodes as orphans. */
@Hidden
@RestController
public final class SenlinNodes {

  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "status", "cluster_id"),
          Set.of("index", "name", "status", "init_at", "created_at", "updated_at"),
          SenlinQuery.Markers.UUIDS);

  private final ActionStart start;
  private final SenlinLookup lookup;
  private final Records records;

  public SenlinNodes(ActionStart start, SenlinLookup lookup, Records records) {
    this.start = start;
    this.lookup = lookup;
    this.records = records;
  }

  @GetMapping("/senlin/v1/nodes")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery asked = SenlinQuery.of(request, TERMS, sight);
    Optional<ClusterName> cluster =
        asked.filter("cluster_id").map(text -> lookup.cluster(text, sight).name());
    List<ObjectNode> all =
        records.members().nodes().all(cluster, sight).stream()
            .filter(node -> cluster.isEmpty() || node.member().isPresent())
            .map(NodeShown::of)
            .toList();
    Map<String, List<String>> rest = new HashMap<>(asked.filters());
    rest.remove("cluster_id");
    SenlinQuery query = new SenlinQuery(rest, asked.sort(), asked.limit(), asked.marker());
    return SenlinPages.named("nodes", SenlinPages.of(all, query, NodeDirectory.MOST));
  }

  @GetMapping("/senlin/v1/nodes/{node}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ObjectNode show(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestParam(name = "show_details") Optional<String> details,
      Sight sight) {
    boolean detailed = details.filter(text -> text.equalsIgnoreCase("true")).isPresent();
    ListedNode found = found(cluster, node, sight);
    return SenlinObject.named("node", detailed ? NodeShown.detailed(found) : NodeShown.of(found));
  }

  private ListedNode found(ClusterName cluster, NodeId node, Sight sight) {
    return records
        .members()
        .nodes()
        .byId(NodeDirectory.idOf(cluster, node).toString().replace("-", ""), sight)
        .stream()
        .findFirst()
        .orElseThrow(
            () -> ProblemException.notFound("The node '%s' could not be found.".formatted(node)));
  }

  @PatchMapping("/senlin/v1/nodes/{node}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> update(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestBody JsonNode body,
      Caller caller,
      Sight sight) {
    SentFields fields = SentFields.under("node", body);
    Optional<String> profile = fields.text("profile_id");
    requireNothingElse(node, fields);
    fields.done();
    ObjectNode args = args(node);
    args.put(
        "profile",
        lookup
            .profile(
                profile.orElseThrow(() ->
                    ProblemException.badRequest("node: nothing to change (expected: profile_id)")))
            .key()
            .name());
    ListedNode found = found(cluster, node, sight);
    return Accepted.by(
        done("node.update", found, args, caller), SenlinObject.named("node", NodeShown.of(found)));
  }

  /** The client sends what stays the same, too. */
  private static void requireNothingElse(NodeId node, SentFields fields) {
    boolean renames = fields.text("name").filter(name -> !name.equals(node.value())).isPresent();
    boolean labels = fields.object("metadata").filter(some -> !some.names().isEmpty()).isPresent();
    if (renames || labels || fields.any("role").isPresent() || fields.any("tainted").isPresent()) {
      throw new NotOffered(
          "of a node only the profile can be changed here; labels and role are those with which it"
              + " was registered (muster node add)");
    }
  }

  @DeleteMapping("/senlin/v1/nodes/{node}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> delete(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestBody Optional<JsonNode> body,
      Caller caller,
      Sight sight) {
    body.map(sent -> SentFields.of("", sent).ignoring("force")).ifPresent(SentFields::done);
    return Accepted.by(done("node.delete", found(cluster, node, sight), args(node), caller));
  }

  @PostMapping("/senlin/v1/nodes/{node}/actions")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> act(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestBody JsonNode body,
      Caller caller,
      Sight sight) {
    SentFields whole = SentFields.of("", body);
    String what =
        whole.names().size() == 1 ? whole.names().iterator().next() : whole.names().toString();
    SentFields fields = whole.object(what).orElseGet(SentFields::none);
    ObjectNode args = args(node);
    switch (what) {
      case "check" -> {}
      case "recover" -> args.setAll(AskedOfClusters.recovery(fields));
      default ->
          throw ProblemException.badRequest(
              "Unrecognized action '%s' specified (expected: one of check, recover)"
                  .formatted(what));
    }
    fields.done();
    return Accepted.by(done("node." + what, found(cluster, node, sight), args, caller));
  }

  private ActionId done(String kind, ListedNode node, ObjectNode args, Caller caller) {
    return start.on(
        node.cluster(), kind, args, NodeDirectory.idOf(node.cluster(), node.node()), caller);
  }

  private static ObjectNode args(NodeId node) {
    return SenlinObject.nothing().put("node", node.value());
  }

  @PostMapping({"/senlin/v1/nodes", "/senlin/v1/nodes/adopt", "/senlin/v1/nodes/adopt-preview"})
  @Needs(value = Permission.OPERATE, where = Where.SOMEWHERE)
  ResponseEntity<ObjectNode> create() {
    return SenlinErrors.notOffered(
        "a node is made for a cluster, which names it: cluster expand makes one, and muster node"
            + " add registers one that is there");
  }

  @PostMapping("/senlin/v1/nodes/{node}/ops")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> operate(@PathVariable NodeId node) {
    return SenlinErrors.notOffered(
        "operations of profiles are not there; muster action create does anything on node %s"
            .formatted(node));
  }
}
