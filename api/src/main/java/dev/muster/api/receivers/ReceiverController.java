package dev.muster.api.receivers;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.schedules.ActionTemplates;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.records.Records;
import dev.muster.records.receivers.NewReceiver;
import dev.muster.records.receivers.ReceiverCreation;
import dev.muster.records.receivers.ReceiverKey;
import dev.muster.records.receivers.ReceiverRecord;
import dev.muster.records.receivers.ReceiverTerms;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
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

/** Addresses that trigger actions of a cluster. */
@RestController
@Tag(name = "receivers")
public final class ReceiverController {

  private final Records records;
  private final AuditTrail audit;
  private final ActionTemplates templates;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public ReceiverController(Records records, AuditTrail audit, Clock clock) {
    this.records = records;
    this.audit = audit;
    this.templates = new ActionTemplates(records);
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/receivers")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Make an address that triggers an action",
      description =
          "The answer is the only one that has its `path`: what is kept is a hash. Whoever knows it"
              + " may trigger this action, with the arguments that are among its `parameters`, for"
              + " as long as who made it may operate the cluster.")
  @Refuses(ProblemType.CONFLICT)
  public Creation<ReceiverJson> create(
      @PathVariable ClusterName cluster, @RequestBody NewReceiverRequest request, Caller caller) {
    NewReceiver wanted = wanted(cluster, request, caller);
    AccessToken secret = AccessToken.random(random::nextBytes);
    ReceiverCreation creation =
        audit.keep(
            new Asked(
                caller,
                "receiver.create",
                cluster,
                Map.of(
                    "receiver", request.name().value(),
                    "kind", request.action().kind().value())),
            () -> records.receivers().create(wanted, secret),
            result -> result instanceof ReceiverCreation.Created);
    return switch (creation) {
      case ReceiverCreation.Created(ReceiverRecord made) ->
          Creation.made(
              URI.create("/v1/clusters/%s/receivers/%s".formatted(cluster, request.name())),
              ReceiverJson.of(
                  made, Optional.of("/v1/webhooks/%s/trigger".formatted(secret.reveal()))));
      case ReceiverCreation.Taken taken ->
          throw ProblemException.conflict(
              "there is a receiver %s, whose address nobody knows but who made it; delete it first, or give another name"
                  .formatted(wanted.key()));
      case ReceiverCreation.NoCluster none -> throw noCluster(cluster);
      case ReceiverCreation.TooMany(int most) -> throw tooMany(cluster, most);
    };
  }

  private static ProblemException tooMany(ClusterName cluster, int most) {
    return ProblemException.conflict(
        "cluster %s has %d receivers, which is the most; delete one".formatted(cluster, most));
  }

  @GetMapping("/v1/clusters/{cluster}/receivers")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "List receivers by name", description = "Without their addresses.")
  ListJson<ReceiverJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    return ListJson.of(
        limit, marker, page -> records.receivers().list(cluster, page), ReceiverJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}/receivers/{receiver}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a receiver", description = "Without its address.")
  ReceiverJson show(@PathVariable ClusterName cluster, @PathVariable ReceiverName receiver) {
    ReceiverKey key = new ReceiverKey(cluster, receiver);
    return ReceiverJson.of(records.receivers().find(key).orElseThrow(() -> noSuch(key)));
  }

  @DeleteMapping("/v1/clusters/{cluster}/receivers/{receiver}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Delete a receiver",
      description = "Its address opens nothing any more, at once.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void remove(
      @PathVariable ClusterName cluster, @PathVariable ReceiverName receiver, Caller caller) {
    ReceiverKey key = new ReceiverKey(cluster, receiver);
    boolean gone =
        audit.keep(
            new Asked(caller, "receiver.delete", cluster, Map.of("receiver", receiver.value())),
            () -> records.receivers().remove(key),
            removed -> removed);
    if (!gone) {
      throw noSuch(key);
    }
  }

  private NewReceiver wanted(ClusterName cluster, NewReceiverRequest request, Caller caller) {
    Instant now = clock.instant();
    templates.require(cluster, request.node(), request.action(), caller, now);
    List<String> parameters = request.parameters().orElse(List.of());
    if (parameters.size() > NewReceiverRequest.MOST_PARAMETERS) {
      throw ProblemException.badRequest(
          "parameters: %d (expected: at most %d)"
              .formatted(parameters.size(), NewReceiverRequest.MOST_PARAMETERS));
    }
    request
        .expires()
        .ifPresent(time ->
            ProblemException.fitting(() -> NewReceiverRequest.EXPIRES.require("expires", time)));
    return new NewReceiver(
        UUID.randomUUID(),
        new ReceiverKey(cluster, request.name()),
        ReceiverTerms.of(
            request.node(), request.action(), parameters, request.expires().map(now::plus)),
        ProvenIdentity.creator(caller.name()),
        now);
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }

  private static ProblemException noSuch(ReceiverKey key) {
    return ProblemException.notFound(
        "cluster %s has no receiver %s; GET /v1/clusters/%s/receivers lists them"
            .formatted(key.cluster(), key.name(), key.cluster()));
  }
}
