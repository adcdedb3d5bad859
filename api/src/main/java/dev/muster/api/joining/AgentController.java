package dev.muster.api.joining;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.engine.Nudges;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.Labels;
import dev.muster.api.security.JoinProof;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.protocol.JoinAnswer;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.domain.secret.SecretWay;
import dev.muster.domain.shown.Printable;
import dev.muster.records.Records;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.credentials.JoinTokenRecord;
import dev.muster.records.credentials.JoinTokenRecord.Standing;
import dev.muster.records.credentials.Joins.Joined;
import dev.muster.records.credentials.Joins.NewJoin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Where agents join. It seals their tokens, and opens none. */
@RestController
@Tag(name = "joining")
public final class AgentController {

  private static final int LONGEST_PLATFORM = 100;

  private final Records records;
  private final TokenSeal seal;
  private final AuditTrail audit;
  private final Nudges nudges;
  private final Clock clock;

  public AgentController(
      Records records, CredentialCipher cipher, AuditTrail audit, Nudges nudges, Clock clock) {
    this.records = records;
    this.seal = new TokenSeal(cipher);
    this.audit = audit;
    this.nudges = nudges;
    this.clock = clock;
  }

  @PostMapping("/v1/agents")
  @Needs(value = Permission.ADMINISTER, where = Where.JOIN_TOKEN)
  @Operation(
      summary = "Join, as an agent",
      description =
          "Repeated with the same token of the agent's own: 200. Another agent's id, or an address"
              + " that another node has: 409.")
  @Refuses({ProblemType.CONFLICT, ProblemType.NOT_POSSIBLE})
  Creation<JoinAnswer> join(@RequestBody JoinRequest request, HttpServletRequest http) {
    JoinTokenRecord by = JoinProof.of(http);
    NewJoin join = new NewJoin(by.id(), request, sealed(by.cluster(), request), clock.instant());
    Asked asked =
        new Asked(
            new Caller("join token " + by.id().toString().substring(0, 8)),
            "node.join",
            by.cluster(),
            Map.of(
                "node", request.node().value(),
                "agent", request.address().value(),
                "from", http.getRemoteAddr()));
    Joined joined =
        audit.keep(
            asked,
            () -> records.joins().join(join),
            done -> done instanceof Joined.New || done instanceof Joined.Moved);
    return answer(by, asked, request.node(), joined);
  }

  private Creation<JoinAnswer> answer(JoinTokenRecord by, Asked asked, NodeId node, Joined joined) {
    return switch (joined) {
      case Joined.New(ClusterName of, Admission admission) -> {
        nudges.inBackground(of, List.of(node), asked.caller().name());
        yield Creation.made(
            URI.create("/v1/clusters/%s/nodes/%s".formatted(of, node)),
            new JoinAnswer(of, node, admission.word()));
      }
      case Joined.Moved(ClusterName of, Admission admission) -> {
        nudges.inBackground(of, List.of(node), asked.caller().name());
        yield Creation.known(new JoinAnswer(of, node, admission.word()));
      }
      case Joined.Again(ClusterName of, Admission admission) ->
          Creation.known(new JoinAnswer(of, node, admission.word()));
      case Joined.Refused(ClusterName of, String why) -> throw ProblemException.conflict(why);
      case Joined.Ended(Standing standing) -> throw ended(by, standing);
    };
  }

  private SealedToken sealed(ClusterName cluster, JoinRequest request) {
    return seal.seal(cluster, request.node(), checked(request).reveal());
  }

  private static ProblemException ended(JoinTokenRecord token, Standing standing) {
    String how =
        switch (standing) {
          case USED_UP -> "is used up: %d nodes have joined".formatted(token.uses());
          case EXPIRED -> "expired at " + token.expiresAt();
          case REVOKED -> "was revoked";
          case ACTIVE -> "counts no more";
        };
    return new ProblemException(
        ProblemType.UNAUTHENTICATED,
        "the join token %s; muster agent-token create makes another one".formatted(how));
  }

  private static AccessToken checked(JoinRequest request) {
    if (SecretWay.refusal(request.address().value()).isPresent()) {
      throw ProblemException.badRequest(
          "address: %s (expected: https, or the loopback; others could read the agent's token)"
              .formatted(request.address().value()));
    }
    Labels.require(request.labels().orElse(Map.of()));
    request
        .platform()
        .filter(name -> name.length() > LONGEST_PLATFORM || !Printable.isLine(name))
        .ifPresent(name -> {
          throw ProblemException.badRequest(
              "platform: expected a name such as linux-amd64, of at most %d characters"
                  .formatted(LONGEST_PLATFORM));
        });
    return AccessToken.read(request.token())
        .orElseThrow(() ->
            ProblemException.badRequest(
                "token: expected one that the agent made, %s".formatted(AccessToken.PATTERN)));
  }
}
