package dev.muster.api.joining;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.Labels;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.credentials.JoinTokenRecord;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Ended;
import dev.muster.records.credentials.JoinTokenRecord.Gives;
import dev.muster.records.credentials.JoinTokenRecord.Made;
import dev.muster.records.credentials.JoinTokens.NewJoinToken;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

/** The tokens with which agents join a cluster. */
@RestController
@Tag(name = "joining")
public final class JoinTokenController {

  private static final Duration USUAL = Duration.ofHours(1);

  private final Records records;
  private final TokenSeal seal;
  private final AuditTrail audit;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public JoinTokenController(
      Records records, CredentialCipher cipher, AuditTrail audit, Clock clock) {
    this.records = records;
    this.seal = new TokenSeal(cipher);
    this.audit = audit;
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/agent-tokens")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Make a token with which agents join",
      description = "The answer is the only one that has it: what is kept is its hash.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  Creation<JoinTokenJson> create(
      @PathVariable ClusterName cluster, @RequestBody NewJoinTokenRequest request, Caller caller) {
    Instant now = clock.instant();
    NewJoinToken wanted = wanted(cluster, request, new Made(now, caller.name()));
    seal.requireKey();
    AccessToken secret = AccessToken.random(random::nextBytes);
    JoinTokenRecord made =
        audit
            .keep(
                new Asked(
                    caller,
                    "agent-token.create",
                    cluster,
                    Map.of(
                        "token", wanted.id().toString(),
                        "uses", String.valueOf(wanted.uses()),
                        "expires", wanted.expiresAt().toString(),
                        "accept", String.valueOf(request.accept().orElse(false)))),
                () -> records.joinTokens().add(wanted, secret),
                Optional::isPresent)
            .orElseThrow(() -> noCluster(cluster));
    return Creation.made(
        URI.create("/v1/clusters/%s/agent-tokens/%s".formatted(cluster, made.id())),
        JoinTokenJson.made(made, now, secret.reveal()));
  }

  @GetMapping("/v1/clusters/{cluster}/agent-tokens")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(summary = "List join tokens, newest first", description = "Those that ended too.")
  ListJson<JoinTokenJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    Instant now = clock.instant();
    return ListJson.of(
        limit,
        marker,
        page -> records.joinTokens().list(cluster, page),
        token -> JoinTokenJson.of(token, now));
  }

  @DeleteMapping("/v1/clusters/{cluster}/agent-tokens/{id}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Revoke a join token",
      description = "For good, and at once. Nodes that joined with it stay.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable ClusterName cluster, @PathVariable String id, Caller caller) {
    UUID token = Identified.one(records.joinTokens().match(cluster, id), "agent-token", id);
    Ended end = new Ended(clock.instant(), caller.name());
    audit.keep(
        new Asked(caller, "agent-token.revoke", cluster, Map.of("token", token.toString())),
        () -> records.joinTokens().revoke(cluster, token, end),
        revoked -> revoked);
  }

  private static NewJoinToken wanted(ClusterName cluster, NewJoinTokenRequest request, Made made) {
    Duration time = within("expires", NewJoinTokenRequest.EXPIRES, request.expires().orElse(USUAL));
    int uses = within("uses", NewJoinTokenRequest.USES, request.uses().orElse(1));
    return new NewJoinToken(
        UUID.randomUUID(),
        cluster,
        new Gives(
            Labels.require(request.labels().orElse(Map.of())),
            request.accept().orElse(false) ? Acceptance.AT_ONCE : Acceptance.BY_SOMEBODY),
        uses,
        made,
        made.at().plus(time));
  }

  private static <T extends Comparable<T>> T within(String what, Bounds<T> bounds, T value) {
    return ProblemException.fitting(() -> bounds.require(what, value));
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }
}
