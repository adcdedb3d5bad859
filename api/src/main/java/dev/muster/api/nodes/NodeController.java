package dev.muster.api.nodes;

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
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.Selector;
import dev.muster.records.Records;
import dev.muster.records.credentials.AgentCredential;
import dev.muster.records.nodes.NewNode;
import dev.muster.records.nodes.NodeFilter;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.nodes.NodeRegistration;
import dev.muster.records.nodes.NodeRemoval;
import dev.muster.records.sql.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The nodes of a cluster. */
@RestController
@Tag(name = "nodes")
public final class NodeController {

  private final Records records;
  private final Nudges nudges;
  private final AuditTrail audit;
  private final Clock clock;

  public NodeController(Records records, Nudges nudges, AuditTrail audit, Clock clock) {
    this.records = records;
    this.nudges = nudges;
    this.audit = audit;
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/nodes")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Register a node",
      description =
          "Repeated for a known node: 200, and its address, protocol, role and labels are updated."
              + " Refused for a node that a discovery names.")
  @Refuses(ProblemType.CONFLICT)
  Creation<NodeJson> register(
      @PathVariable ClusterName cluster, @RequestBody NewNodeRequest request, Caller caller) {
    NewNode node = record(cluster, request, caller);
    NodeRegistration registration =
        audit.keep(
            new Asked(caller, "node.register", cluster, audited(node)),
            () -> records.nodes().register(node),
            result ->
                result instanceof NodeRegistration.Created
                    || result instanceof NodeRegistration.Updated);
    return switch (registration) {
      case NodeRegistration.Created created -> {
        nudges.inBackground(cluster, List.of(request.id()), caller.name());
        yield Creation.made(
            URI.create("/v1/clusters/%s/nodes/%s".formatted(cluster, request.id())),
            shown(created.node()));
      }
      case NodeRegistration.Updated updated -> {
        nudges.inBackground(cluster, List.of(request.id()), caller.name());
        yield Creation.known(shown(updated.node()));
      }
      case NodeRegistration.Discovered(DiscoveryName by) ->
          throw ProblemException.conflict(
              "node %s is of discovery %s, which says what it is; change it there"
                  .formatted(request.id(), by));
      case NodeRegistration.NoCluster none -> throw noCluster(cluster);
    };
  }

  private static Map<String, String> audited(NewNode node) {
    return Map.of(
        "node", node.id().value(), "agent", node.agent(), "protocol", node.protocol().id());
  }

  @GetMapping("/v1/clusters/{cluster}/nodes")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List nodes by id",
      description =
          "selector: Kubernetes' label-selector grammar, such as role=broker,!maintenance")
  ListJson<NodeJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam Optional<NodeStatus> status,
      @RequestParam Optional<String> role,
      @RequestParam Optional<String> selector,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    Map<NodeId, AgentCredential> credentials = new HashMap<>();
    return ListJson.of(
        limit,
        marker,
        page -> {
          Page<NodeRecord> found =
              selector.isEmpty()
                  ? records.nodes().list(cluster, new NodeFilter(status, role, Map.of()), page)
                  : new NodeListing(records.nodes())
                      .list(cluster, status, role, Selector.parse(selector.get()), page);
          records
              .agentCredentials()
              .of(cluster, found.items().stream().map(NodeRecord::id).toList())
              .forEach(one -> credentials.put(one.node(), one));
          return found;
        },
        node -> NodeJson.of(node, Optional.ofNullable(credentials.get(node.id()))));
  }

  private NodeJson shown(NodeRecord node) {
    return NodeJson.of(node, records.agentCredentials().find(node.cluster(), node.id()));
  }

  @GetMapping("/v1/clusters/{cluster}/nodes/{node}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a node")
  NodeJson show(@PathVariable ClusterName cluster, @PathVariable NodeId node) {
    NodeRecord found = records.nodes().find(cluster, node).orElseThrow(() -> noSuch(cluster, node));
    return shown(found);
  }

  @DeleteMapping("/v1/clusters/{cluster}/nodes/{node}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Remove a node",
      description =
          "Refused while it has unfinished actions and its agent answers, while it is a member, or"
              + " while a discovery names it."
              + " Its history stays.")
  @Refuses(ProblemType.CONFLICT)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable ClusterName cluster, @PathVariable NodeId node, Caller caller) {
    NodeRemoval removal =
        audit.keep(
            new Asked(caller, "node.remove", cluster, Map.of("node", node.value())),
            () -> records.nodes().remove(cluster, node),
            result -> result instanceof NodeRemoval.Removed);
    switch (removal) {
      case NodeRemoval.Removed removed -> {}
      case NodeRemoval.NotFound none -> throw noSuch(cluster, node);
      case NodeRemoval.Discovered(DiscoveryName by) ->
          throw ProblemException.conflict(
              "node %s is of discovery %s, which would add it again; take it out there"
                  .formatted(node, by));
      case NodeRemoval.IsMember member ->
          throw ProblemException.conflict(
              "node %s is a member of cluster %s; the actions node.leave and node.delete take it out"
                  .formatted(node, cluster));
      case NodeRemoval.Refused use ->
          throw ProblemException.conflict(
              "node %s has unfinished actions (%d); cancel them or wait for their end"
                  .formatted(node, use.unfinishedActions()));
    }
  }

  private NewNode record(ClusterName cluster, NewNodeRequest request, Caller caller) {
    try {
      request.role().ifPresent(role -> Label.require("role", role));
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest(String.valueOf(e.getMessage()));
    }
    return new NewNode(
        cluster,
        request.id(),
        request.agent().value(),
        request.protocol().orElse(AgentProtocol.MUSTER_AGENT_V1),
        request.role(),
        Labels.require(request.labels().orElse(Map.of())),
        clock.instant(),
        caller.name());
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }

  private static ProblemException noSuch(ClusterName cluster, NodeId node) {
    return ProblemException.notFound(
        "cluster %s has no node %s; GET /v1/clusters/%s/nodes lists them"
            .formatted(cluster, node, cluster));
  }
}
