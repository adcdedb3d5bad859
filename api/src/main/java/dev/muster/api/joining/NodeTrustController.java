package dev.muster.api.joining;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.engine.Nudges;
import dev.muster.api.nodes.NodeJson;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.Records;
import dev.muster.records.credentials.AgentCredential;
import dev.muster.records.credentials.AgentCredentials.Given;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.nodes.NodeRecord;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Whether Muster speaks to the agent of a node, and with what. */
@RestController
@Tag(name = "joining")
public final class NodeTrustController {

  private static final Pattern TOKEN = Pattern.compile(NodeCredentialsRequest.TOKEN);

  private final Records records;
  private final TokenSeal seal;
  private final AuditTrail audit;
  private final Nudges nudges;
  private final Clock clock;

  public NodeTrustController(
      Records records, CredentialCipher cipher, AuditTrail audit, Nudges nudges, Clock clock) {
    this.records = records;
    this.seal = new TokenSeal(cipher);
    this.audit = audit;
    this.nudges = nudges;
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/nodes/{node}/accept")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Accept a node that joined",
      description = "Repeated, it changes nothing. Refused for a node that was revoked.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  NodeJson accept(@PathVariable ClusterName cluster, @PathVariable NodeId node, Caller caller) {
    require(cluster, node);
    boolean accepted =
        audit.keep(
            new Asked(caller, "node.accept", cluster, Map.of("node", node.value())),
            () -> records.agentCredentials().accept(cluster, node),
            done -> done);
    if (accepted) {
      nudges.inBackground(cluster, List.of(node), caller.name());
    } else if (isRevoked(cluster, node)) {
      throw revoked(node);
    }
    return shown(cluster, node);
  }

  @PostMapping("/v1/clusters/{cluster}/nodes/{node}/credentials")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Give a node credentials of its own",
      description =
          "The token that its agent asks for, the certificate that it shows, or both. The node is"
              + " accepted then; one that was revoked needs a token.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  NodeJson give(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestBody NodeCredentialsRequest request,
      Caller caller) {
    if (request.token().isEmpty() && request.certificate().isEmpty()) {
      throw ProblemException.badRequest("neither token nor certificate (expected: one, or both)");
    }
    Optional<SealedToken> token = request.token().map(text -> sealed(cluster, node, text));
    requireOwnProtocol(require(cluster, node));
    Given given =
        new Given(cluster, node, token, request.certificate(), clock.instant(), caller.name());
    boolean done =
        audit.keep(
            new Asked(caller, "node.credentials", cluster, audited(given)),
            () -> records.agentCredentials().give(given),
            change -> change);
    if (!done) {
      throw revoked(node);
    }
    nudges.inBackground(cluster, List.of(node), caller.name());
    return shown(cluster, node);
  }

  @DeleteMapping("/v1/clusters/{cluster}/nodes/{node}/credentials")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Revoke a node's credentials",
      description =
          "Nothing is sent to its agent any more; what it has, it goes on with. Repeated, it"
              + " changes nothing.")
  NodeJson revoke(@PathVariable ClusterName cluster, @PathVariable NodeId node, Caller caller) {
    require(cluster, node);
    boolean revoked =
        audit.keep(
            new Asked(caller, "node.revoke", cluster, Map.of("node", node.value())),
            () -> records.agentCredentials().revoke(cluster, node, clock.instant(), caller.name()),
            done -> done);
    if (revoked) {
      nudges.inBackground(cluster, List.of(node), caller.name());
    }
    return shown(cluster, node);
  }

  @PostMapping("/v1/clusters/{cluster}/rotate-tokens")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Exchange the tokens of agents",
      description =
          "Of one node, or of all that are neither pending nor revoked. A worker does it soon; each"
              + " node shows how far it is. An agent with the shared token gets one of its own.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RotationJson rotate(
      @PathVariable ClusterName cluster, @RequestBody RotationRequest request, Caller caller) {
    request.node().ifPresent(node -> require(cluster, node));
    seal.requireKey();
    int nodes =
        audit.keep(
            new Asked(
                caller,
                "node.rotate",
                cluster,
                Map.of("node", request.node().map(NodeId::value).orElse("all"))),
            () -> records.rotations().ask(cluster, request.node(), clock.instant(), caller.name()),
            some -> some > 0);
    if (nodes == 0 && request.node().isPresent()) {
      throw new ProblemException(
          ProblemType.NOT_POSSIBLE,
          "node %s has no token that could be exchanged: it is pending, was revoked or vanished, or its agent speaks another protocol"
              .formatted(request.node().get()));
    }
    return new RotationJson(nodes);
  }

  private static Map<String, String> audited(Given given) {
    return Map.of(
        "node",
        given.node().value(),
        "certificate",
        given.certificate().map(Fingerprint::value).orElse("unchanged"),
        "token",
        given.token().isPresent() ? "changed" : "unchanged");
  }

  /** Other agents are sent no token, and their certificates are not compared. */
  private static void requireOwnProtocol(NodeRecord node) {
    String protocol = node.registered().protocol();
    if (!AgentProtocol.MUSTER_AGENT_V1.names().contains(protocol)) {
      throw new ProblemException(
          ProblemType.NOT_POSSIBLE,
          "node %s speaks %s, which knows no tokens and no pinned certificates; muster.agents.tls.ca-file says whose certificates are believed there"
              .formatted(node.id(), protocol));
    }
  }

  private SealedToken sealed(ClusterName cluster, NodeId node, String token) {
    if (!TOKEN.matcher(token).matches()) {
      throw ProblemException.badRequest(
          "token: expected 1 to 1000 printable characters of ASCII, no space at its ends");
    }
    return seal.seal(cluster, node, token);
  }

  private NodeRecord require(ClusterName cluster, NodeId node) {
    return records
        .nodes()
        .find(cluster, node)
        .orElseThrow(() ->
            ProblemException.notFound(
                "cluster %s has no node %s; GET /v1/clusters/%s/nodes lists them"
                    .formatted(cluster, node, cluster)));
  }

  private boolean isRevoked(ClusterName cluster, NodeId node) {
    return records
        .agentCredentials()
        .find(cluster, node)
        .map(AgentCredential::admission)
        .filter(Admission.REVOKED::equals)
        .isPresent();
  }

  private NodeJson shown(ClusterName cluster, NodeId node) {
    return NodeJson.of(require(cluster, node), records.agentCredentials().find(cluster, node));
  }

  private static ProblemException revoked(NodeId node) {
    return new ProblemException(
        ProblemType.NOT_POSSIBLE,
        "node %s was revoked; it needs a token (muster node token set), or to be removed and join again"
            .formatted(node));
  }
}
