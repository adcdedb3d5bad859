package dev.muster.senlin.receivers;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.receivers.NewReceiverRequest;
import dev.muster.api.receivers.ReceiverController;
import dev.muster.api.receivers.ReceiverJson;
import dev.muster.api.requests.Caller;
import dev.muster.api.schedules.ActionTemplateJson;
import dev.muster.api.security.AccessGuard;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.records.Records;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.receivers.ReceiverKey;
import dev.muster.records.receivers.ReceiverRecord;
import dev.muster.senlin.actions.ActionStart;
import dev.muster.senlin.clusters.AskedOfClusters;
import dev.muster.senlin.http.NotOffered;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.receivers.FreshAddresses.Made;
import dev.muster.senlin.words.ActionNames;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's receivers: addresses that trigger actions of clusters. */
@Hidden
@RestController
public final class SenlinReceivers {

  private static final int MOST = 10_000;
  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "type", "cluster_id", "action", "user"),
          Set.of("name", "type", "cluster_id", "action", "created_at", "user"),
          SenlinQuery.Markers.UUIDS);

  /** What whoever triggers it may say unless it was said: as in Senlin, how many. */
  private static final String COUNT = "count";

  private static final Set<String> SCALING = Set.of("cluster.scale-out", "cluster.scale-in");

  private final ReceiverController receivers;
  private final SenlinLookup lookup;
  private final FreshAddresses addresses;
  private final Records records;

  public SenlinReceivers(
      ReceiverController receivers,
      SenlinLookup lookup,
      FreshAddresses addresses,
      Records records) {
    this.receivers = receivers;
    this.lookup = lookup;
    this.addresses = addresses;
    this.records = records;
  }

  @GetMapping("/senlin/v1/receivers")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Caller caller, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    List<ObjectNode> all =
        records.receivers().seen(sight, MOST + 1).stream()
            .map(one -> shown(one, caller, request))
            .toList();
    return SenlinPages.named("receivers", SenlinPages.of(all, query, MOST));
  }

  @PostMapping("/senlin/v1/receivers")
  @Needs(value = Permission.OPERATE, where = Where.SOMEWHERE)
  @ResponseStatus(HttpStatus.CREATED)
  ObjectNode create(
      @RequestBody JsonNode body, Caller caller, Identity identity, HttpServletRequest request) {
    SentFields fields = SentFields.under("receiver", body);
    ReceiverName name = name(fields.needText("name"));
    if (!fields.text("type").orElse("webhook").equals("webhook")) {
      throw new NotOffered(
          "receivers of this type are not there: Muster listens to no queue (expected: webhook)");
    }
    ClusterName cluster = lookup.cluster(fields.needText("cluster_id"), identity.sight()).name();
    ActionKind kind = ActionNames.ofCluster(fields.needText("action"));
    SentFields params = fields.object("params").orElseGet(SentFields::none);
    fields.ignoring("actor").done();
    AccessGuard.require(identity, Permission.OPERATE, cluster);
    ObjectNode args = AskedOfClusters.triggered(kind.value(), params);
    ReceiverJson made =
        Objects.requireNonNull(
            receivers.create(cluster, wanted(name, kind, args), caller).getBody());
    ReceiverRecord record = records.receivers().find(new ReceiverKey(cluster, name)).orElseThrow();
    made.path().ifPresent(path -> addresses.keep(new Made(record.id(), caller.name()), path));
    return SenlinObject.named("receiver", shown(record, caller, request));
  }

  private static NewReceiverRequest wanted(ReceiverName name, ActionKind kind, ObjectNode args) {
    boolean open = SCALING.contains(kind.value()) && !args.has(COUNT);
    return new NewReceiverRequest(
        name,
        Optional.empty(),
        new NewActionRequest(
            Optional.empty(),
            kind,
            Optional.of(ActionStart.map(args)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        open ? Optional.of(List.of(COUNT)) : Optional.empty(),
        Optional.empty());
  }

  private static ReceiverName name(String text) {
    try {
      return new ReceiverName(text);
    } catch (IllegalArgumentException bad) {
      throw ProblemException.badRequest("receiver.name: " + bad.getMessage());
    }
  }

  @GetMapping("/senlin/v1/receivers/{receiver}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  ObjectNode show(
      @PathVariable ClusterName cluster,
      @PathVariable ReceiverName receiver,
      Caller caller,
      HttpServletRequest request) {
    return SenlinObject.named(
        "receiver",
        shown(
            records.receivers().find(new ReceiverKey(cluster, receiver)).orElseThrow(),
            caller,
            request));
  }

  @PatchMapping("/senlin/v1/receivers/{receiver}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> update(@PathVariable ReceiverName receiver) {
    return SenlinErrors.notOffered(
        "a receiver does not change: its address is for one action; delete %s and make another one"
            .formatted(receiver));
  }

  @PostMapping("/senlin/v1/receivers/{receiver}/notify")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  ResponseEntity<ObjectNode> announce(@PathVariable ReceiverName receiver) {
    return SenlinErrors.notOffered("receiver %s listens to no queue".formatted(receiver));
  }

  @DeleteMapping("/senlin/v1/receivers/{receiver}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @PathVariable ClusterName cluster, @PathVariable ReceiverName receiver, Caller caller) {
    receivers.remove(cluster, receiver, caller);
  }

  private ObjectNode shown(ReceiverRecord receiver, Caller caller, HttpServletRequest request) {
    SenlinObject channel = SenlinObject.of();
    addresses
        .of(new Made(receiver.id(), caller.name()))
        .ifPresent(path -> channel.with("alarm_url", host(request) + "/senlin" + path + "?V=2"));
    ActionTemplateJson action =
        ActionTemplateJson.of(receiver.terms().action(), receiver.masking());
    return SenlinObject.of()
        .with("id", receiver.id().toString())
        .with("name", receiver.key().name().value())
        .with("type", "webhook")
        .with("cluster_id", ClusterDirectory.idOf(receiver.key().cluster()).toString())
        .with("action", ActionNames.of(receiver.terms().action().kind()))
        .withTree("params", action.args())
        .with("channel", channel.done())
        .with("actor", SenlinObject.nothing())
        .with("created_at", Optional.of(receiver.createdAt()))
        .with("updated_at", Optional.empty())
        .owned(receiver.creator().name())
        .done();
  }

  /** As the client reached this server. */
  private static String host(HttpServletRequest request) {
    String url = request.getRequestURL().toString();
    return url.substring(0, url.indexOf('/', url.indexOf("//") + 2));
  }
}
