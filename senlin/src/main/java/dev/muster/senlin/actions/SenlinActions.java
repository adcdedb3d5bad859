package dev.muster.senlin.actions;

import dev.muster.api.actions.ActionController;
import dev.muster.api.actions.ActionJson;
import dev.muster.api.actions.CancelBody;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.PageRequest;
import dev.muster.senlin.http.Accepted;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.http.SinceVersion;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's actions: Muster's, of clusters and of nodes. */
@Hidden
@RestController
public final class SenlinActions {

  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "target", "action", "status", "cluster_id"),
          Set.of("name", "target", "action", "created_at", "status"),
          SenlinQuery.Markers.UUIDS);

  private final ActionController actions;
  private final ActionOrders orders;
  private final BindingActions bindings;
  private final Records records;

  public SenlinActions(
      ActionController actions, ActionOrders orders, BindingActions bindings, Records records) {
    this.actions = actions;
    this.orders = orders;
    this.bindings = bindings;
    this.records = records;
  }

  @GetMapping("/senlin/v1/actions")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    ArrayNode page = WireFormat.JSON.createArrayNode();
    Optional<ActionOrders.Wanted> wanted = orders.of(query, sight);
    if (wanted.isPresent() && !query.limit().equals(Optional.of(0))) {
      listed(wanted.get(), query, sight)
          .items()
          .forEach(action -> page.add(ActionShown.of(action, List.of())));
    }
    return SenlinPages.named("actions", page);
  }

  private ListJson<ActionJson> listed(ActionOrders.Wanted wanted, SenlinQuery query, Sight sight) {
    return actions.list(
        some(wanted.clusters()),
        some(wanted.nodes()),
        Optional.empty(),
        some(wanted.states()),
        some(wanted.kinds()),
        some(query.values("name")),
        Optional.empty(),
        Optional.of(wanted.sort()),
        Math.min(query.limit().orElse(PageRequest.MAX_LIMIT), PageRequest.MAX_LIMIT),
        query.marker(),
        sight);
  }

  private static <T> Optional<List<T>> some(List<T> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(values);
  }

  @GetMapping("/senlin/v1/actions/{action}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode show(@PathVariable String action, Sight sight) {
    Optional<ObjectNode> binding = bindings.shown(action, sight);
    if (binding.isPresent()) {
      return SenlinObject.named("action", binding.get());
    }
    ActionId id = resolve(action, sight);
    return SenlinObject.named(
        "action", ActionShown.of(actions.show(id.toString()), derived(id, sight)));
  }

  private ActionId resolve(String text, Sight sight) {
    IdMatch match = records.actions().match(text, sight);
    return switch (match) {
      case IdMatch.None none -> throw missing(text);
      case IdMatch.Malformed malformed -> throw missing(text);
      case IdMatch.One one -> new ActionId(one.id());
      case IdMatch.Several several -> new ActionId(Identified.one(several, "action", text));
    };
  }

  private static ProblemException missing(String text) {
    return ProblemException.notFound("The action '%s' could not be found.".formatted(text));
  }

  /** What an action on a cluster derived; in Senlin an action depends on what it derived. */
  private List<ActionId> derived(ActionId parent, Sight sight) {
    Optional<List<ClusterName>> noCluster = Optional.empty();
    Optional<List<NodeId>> noNode = Optional.empty();
    Optional<List<ActionKind>> noKind = Optional.empty();
    return actions
        .list(
            noCluster,
            noNode,
            Optional.empty(),
            Optional.empty(),
            noKind,
            Optional.empty(),
            Optional.of(List.of(parent.toString())),
            Optional.of("created_at:asc"),
            PageRequest.MAX_LIMIT,
            Optional.empty(),
            sight)
        .items()
        .stream()
        .map(child -> child.work().id())
        .toList();
  }

  @PatchMapping("/senlin/v1/actions/{id}")
  @Needs(value = Permission.OPERATE, where = Where.ACTION)
  @SinceVersion(12)
  ResponseEntity<ObjectNode> update(
      @PathVariable String id,
      @RequestParam Optional<Boolean> force,
      @RequestBody JsonNode body,
      Caller caller) {
    SentFields fields = SentFields.under("action", body);
    String status = fields.needText("status");
    boolean forced = fields.flag("force").orElse(false) || force.orElse(false);
    fields.done();
    ActionJson action =
        switch (status) {
          case "CANCELLED" ->
              actions.cancel(
                  id, Optional.of(new CancelBody(Optional.empty(), Optional.of(forced))), caller);
          case "SUSPENDED" -> actions.suspend(id, Optional.empty(), caller);
          case "RUNNING" -> actions.resume(id, Optional.empty(), caller);
          default ->
              throw ProblemException.badRequest(
                  "Cannot set action status to %s (expected: CANCELLED, or of Muster SUSPENDED and RUNNING)"
                      .formatted(status));
        };
    return Accepted.by(
        action.work().id(), SenlinObject.named("action", ActionShown.of(action, List.of())));
  }

  @PostMapping("/senlin/v1/actions")
  @Needs(value = Permission.OPERATE, where = Where.SOMEWHERE)
  ResponseEntity<ObjectNode> create() {
    return SenlinErrors.notOffered(
        "actions are made by what is asked of clusters and nodes, such as POST"
            + " /v1/clusters/ID/actions");
  }
}
