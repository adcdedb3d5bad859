package dev.muster.api.discoveries;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.discoveries.Discoveries.Definition;
import dev.muster.records.discoveries.DiscoveryCreation;
import dev.muster.records.discoveries.DiscoveryKey;
import dev.muster.records.discoveries.DiscoveryRecord;
import dev.muster.records.discoveries.NewDiscovery;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Where the nodes of a cluster come from. */
@RestController
@Tag(name = "discoveries")
public final class DiscoveryController {

  private final Records records;
  private final AuditTrail audit;
  private final Clock clock;

  public DiscoveryController(Records records, AuditTrail audit, Clock clock) {
    this.records = records;
    this.audit = audit;
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/discoveries")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Have nodes read from a file, a server or an inventory",
      description = "A worker reads it at once. Repeated for a known one as it is: 200.")
  @Refuses(ProblemType.CONFLICT)
  Creation<DiscoveryJson> create(
      @PathVariable ClusterName cluster, @RequestBody NewDiscoveryRequest request, Caller caller) {
    NewDiscovery wanted = ProblemException.fitting(() -> wanted(cluster, request, caller));
    DiscoveryCreation creation =
        audit.keep(
            asked(caller, "discovery.create", wanted.key(), wanted.source()),
            () -> records.discoveries().create(wanted),
            result -> result instanceof DiscoveryCreation.Created);
    return switch (creation) {
      case DiscoveryCreation.Created(DiscoveryRecord made) ->
          Creation.made(
              URI.create("/v1/clusters/%s/discoveries/%s".formatted(cluster, request.name())),
              DiscoveryJson.of(made));
      case DiscoveryCreation.Existing(DiscoveryRecord known) -> {
        if (!known.source().equals(wanted.source()) || !known.rules().equals(wanted.rules())) {
          throw ProblemException.conflict(
              "discovery %s is another one; PATCH changes it".formatted(known.key()));
        }
        yield Creation.known(DiscoveryJson.of(known));
      }
      case DiscoveryCreation.NoCluster none -> throw noCluster(cluster);
      case DiscoveryCreation.TooMany(int most) ->
          throw ProblemException.conflict(
              "cluster %s has %d discoveries, which is the most; remove one"
                  .formatted(cluster, most));
    };
  }

  @GetMapping("/v1/clusters/{cluster}/discoveries")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List discoveries by name",
      description = "When each was last read, how many nodes it names, and what is wrong with it.")
  ListJson<DiscoveryJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    return ListJson.of(
        limit, marker, page -> records.discoveries().list(cluster, page), DiscoveryJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}/discoveries/{discovery}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a discovery")
  DiscoveryJson show(@PathVariable ClusterName cluster, @PathVariable DiscoveryName discovery) {
    DiscoveryKey key = new DiscoveryKey(cluster, discovery);
    return DiscoveryJson.of(records.discoveries().find(key).orElseThrow(() -> noSuch(key)));
  }

  @PatchMapping("/v1/clusters/{cluster}/discoveries/{discovery}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Change a discovery",
      description = "It is read anew at once; its nodes stay until that reading is taken.")
  DiscoveryJson change(
      @PathVariable ClusterName cluster,
      @PathVariable DiscoveryName discovery,
      @RequestBody DiscoveryPatch patch,
      Caller caller) {
    DiscoveryKey key = new DiscoveryKey(cluster, discovery);
    DiscoveryRecord known = records.discoveries().find(key).orElseThrow(() -> noSuch(key));
    Definition after =
        ProblemException.fitting(() -> patch.of(new Definition(known.source(), known.rules())));
    return audit
        .keep(
            asked(caller, "discovery.change", key, after.source()),
            () ->
                ProblemException.fitting(() ->
                    records.discoveries().change(key, patch::of, caller.name(), clock.instant())),
            Optional::isPresent)
        .map(DiscoveryJson::of)
        .orElseThrow(() -> noSuch(key));
  }

  @PostMapping("/v1/clusters/{cluster}/discoveries/{discovery}/confirm")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Let nodes vanish that are held back",
      description =
          "The next reading by which the same nodes vanish is taken; of others it is held again.")
  @Refuses(ProblemType.CONFLICT)
  DiscoveryJson confirm(
      @PathVariable ClusterName cluster,
      @PathVariable DiscoveryName discovery,
      @RequestBody ConfirmationRequest request,
      Caller caller) {
    DiscoveryKey key = new DiscoveryKey(cluster, discovery);
    DiscoveryRecord known = records.discoveries().find(key).orElseThrow(() -> noSuch(key));
    if (known.standing().held().filter(held -> held.key().equals(request.key())).isEmpty()) {
      throw ProblemException.conflict(
          "discovery %s does not hold back '%s'; look at what it holds now"
              .formatted(key, request.key()));
    }
    return audit
        .keep(
            asked(caller, "discovery.confirm", key, known.source()),
            () -> records.discoveries().confirm(key, request.key(), caller.name(), clock.instant()),
            Optional::isPresent)
        .map(DiscoveryJson::of)
        .orElseThrow(() -> noSuch(key));
  }

  @DeleteMapping("/v1/clusters/{cluster}/discoveries/{discovery}")
  @Needs(value = Permission.ADMINISTER, where = Where.CLUSTER)
  @Operation(
      summary = "Remove a discovery",
      description = "Its nodes stay, as if somebody had added them; vanished ones stay vanished.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @PathVariable ClusterName cluster, @PathVariable DiscoveryName discovery, Caller caller) {
    DiscoveryKey key = new DiscoveryKey(cluster, discovery);
    boolean gone =
        audit.keep(
            new Asked(caller, "discovery.remove", cluster, Map.of("discovery", discovery.value())),
            () -> records.discoveries().remove(key),
            removed -> removed);
    if (!gone) {
      throw noSuch(key);
    }
  }

  private NewDiscovery wanted(ClusterName cluster, NewDiscoveryRequest request, Caller caller) {
    DiscoveryRules none = DiscoveryRules.DEFAULT;
    return new NewDiscovery(
        new DiscoveryKey(cluster, request.name()),
        new DiscoverySource(request.kind(), request.location()),
        new DiscoveryRules(
            request.interval().orElse(none.interval()),
            request.address(),
            request.mayVanish().orElse(none.mayVanish()),
            request.removeAfter(),
            request.variables().orElse(none.variables())),
        clock.instant(),
        caller.name());
  }

  private static Asked asked(Caller caller, String what, DiscoveryKey key, DiscoverySource source) {
    return new Asked(
        caller,
        what,
        key.cluster(),
        Map.of(
            "discovery", key.name().value(),
            "kind", source.kind().word(),
            "location", source.location()));
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }

  private static ProblemException noSuch(DiscoveryKey key) {
    return ProblemException.notFound(
        "cluster %s has no discovery %s; GET /v1/clusters/%s/discoveries lists them"
            .formatted(key.cluster(), key.name(), key.cluster()));
  }
}
