package dev.muster.api.actions;

import dev.muster.api.engine.Nudges;
import dev.muster.api.engine.WorkflowCommands;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.Listed;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.Vouching;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionLists;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.Page;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.ActionCommand.Verb;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The actions, of people and of runs. */
@RestController
@Tag(name = "actions")
public final class ActionController {

  private static final Page<ActionRecord> NOTHING = new Page<>(List.of(), Optional.empty());

  private final Records records;
  private final ActionRequests requests;
  private final Clock clock;
  private final WorkflowCommands commands;
  private final Nudges nudges;

  public ActionController(Records records, WorkflowCommands commands, Nudges nudges, Clock clock) {
    this.records = records;
    this.requests = new ActionRequests(records);
    this.clock = clock;
    this.commands = commands;
    this.nudges = nudges;
  }

  @PostMapping("/v1/clusters/{cluster}/nodes/{node}/actions")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Create an action on a node",
      description =
          "With an id of your own the request may be repeated: 200 with what exists. It starts when"
              + " the cycle over the cluster gives it its turn; `wait` says what it waits for.")
  @Refuses(ProblemType.CONFLICT)
  Creation<ActionJson> create(
      @PathVariable ClusterName cluster,
      @PathVariable NodeId node,
      @RequestBody NewActionRequest request,
      Caller caller) {
    return add(cluster, Optional.of(node), request, caller);
  }

  @PostMapping("/v1/clusters/{cluster}/actions")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Create an action on the cluster",
      description =
          "It derives actions on nodes, which name it as their `parent`, and ends when they have"
              + " ended. The kind is cluster.check: every node does one thing and must be up.")
  @Refuses(ProblemType.CONFLICT)
  public Creation<ActionJson> createCluster(
      @PathVariable ClusterName cluster, @RequestBody NewActionRequest request, Caller caller) {
    return add(cluster, Optional.empty(), request, caller);
  }

  private Creation<ActionJson> add(
      ClusterName cluster, Optional<NodeId> node, NewActionRequest request, Caller caller) {
    RequestedAction asked =
        new RequestedAction(
            RequestedAction.idOf(request, UUID::randomUUID),
            cluster,
            node,
            request,
            caller.name(),
            Optional.empty(),
            clock.instant());
    return switch (requests.add(asked)) {
      case Added.Created(ActionId id, ActionState state) -> {
        nudges.inBackground(cluster, node.stream().toList(), caller.name());
        yield Creation.made(URI.create("/v1/actions/" + id), shown(id));
      }
      case Added.Existing(ActionId id, ActionState state) -> Creation.known(shown(id));
      case Added.NoNode(String why) -> throw ProblemException.notFound(why);
      case Added.Conflict(String why) -> throw ProblemException.conflict(why);
      case Added.Wrong(String why) -> throw ProblemException.badRequest(why);
    };
  }

  @GetMapping("/v1/actions")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "List actions, newest first",
      description =
          "Filters are joined by and; each takes several values, state also Senlin's READY and"
              + " SUCCEEDED. By created_at, first or alone, a page costs the same however many"
              + " there are; by other keys at most 10,000 are sorted, and more are refused.")
  @Refuses(ProblemType.CANNOT_SORT)
  public ListJson<ActionJson> list(
      @RequestParam Optional<List<ClusterName>> cluster,
      @RequestParam Optional<List<NodeId>> node,
      @RequestParam Optional<List<String>> run,
      @RequestParam Optional<List<String>> state,
      @RequestParam Optional<List<ActionKind>> kind,
      @RequestParam Optional<List<String>> name,
      @RequestParam Optional<List<String>> parent,
      @RequestParam Optional<String> sort,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker,
      Sight sight) {
    Set<ActionState> states = state.map(ActionController::states).orElse(Set.of());
    ActionFilter filter =
        new ActionFilter(
            Listed.values("cluster", cluster),
            Listed.values("node", node),
            runs(run, sight),
            states,
            Listed.values("kind", kind),
            Listed.values("name", name),
            parents(parent, sight),
            sight);
    ListOrder order = Listed.order(sort, ActionLists.KEYS);
    boolean none = state.isPresent() && states.isEmpty();
    return ListJson.of(
        limit,
        marker,
        page -> none ? NOTHING : records.actions().list(filter, order, page),
        ActionJson::of);
  }

  private List<RunId> runs(Optional<List<String>> ids, Sight sight) {
    return Listed.values("run", ids).stream()
        .map(id -> new RunId(Identified.one(records.runs().match(id, sight), "run", id)))
        .distinct()
        .toList();
  }

  private List<ActionId> parents(Optional<List<String>> ids, Sight sight) {
    return Listed.values("parent", ids).stream()
        .map(id -> new ActionId(Identified.one(records.actions().match(id, sight), "action", id)))
        .distinct()
        .toList();
  }

  @GetMapping("/v1/actions/{id}")
  @Needs(value = Permission.READ, where = Where.ACTION)
  @Operation(summary = "Show an action with its history")
  public ActionJson show(@PathVariable String id) {
    return shown(resolve(id));
  }

  @PostMapping("/v1/actions/{id}/approve")
  @Needs(value = Permission.APPROVE, where = Where.ACTION)
  @Operation(summary = "Approve an action that waits for it")
  @Refuses(ProblemType.NOT_POSSIBLE)
  ActionJson approve(
      @PathVariable String id, @RequestBody Optional<WhyRequest> why, Caller caller) {
    return command(id, Verb.APPROVE, why, caller);
  }

  @PostMapping("/v1/actions/{id}/reject")
  @Needs(value = Permission.APPROVE, where = Where.ACTION)
  @Operation(summary = "Reject an action that waits for approval", description = "It is cancelled.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  ActionJson reject(@PathVariable String id, @RequestBody Optional<WhyRequest> why, Caller caller) {
    return command(id, Verb.REJECT, why, caller);
  }

  @PostMapping("/v1/actions/{id}/cancel")
  @Needs(value = Permission.OPERATE, where = Where.ACTION)
  @Operation(
      summary = "Cancel an action",
      description =
          "At once if its agent does not have it yet; else the agent is asked to stop it, and an"
              + " action on a cluster asks that of whatever it derived. With `force` the records"
              + " end now, whatever agents do meanwhile; they are told to stop when they report"
              + " it.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  public ActionJson cancel(
      @PathVariable String id, @RequestBody Optional<CancelBody> body, Caller caller) {
    boolean force = body.flatMap(CancelBody::force).orElse(false);
    return command(
        id,
        force ? Verb.FORCE : Verb.CANCEL,
        body.map(given -> new WhyRequest(given.why())),
        caller);
  }

  @PostMapping("/v1/actions/{id}/suspend")
  @Needs(value = Permission.OPERATE, where = Where.ACTION)
  @Operation(
      summary = "Suspend an action that is RUNNING",
      description =
          "Its agent is told with the next cycle; `pause` says whether it was, and why it will not:"
              + " not every kind can. The state is SUSPENDED as soon as the agent reports it.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  public ActionJson suspend(
      @PathVariable String id, @RequestBody Optional<WhyRequest> why, Caller caller) {
    return command(id, Verb.SUSPEND, why, caller);
  }

  @PostMapping("/v1/actions/{id}/resume")
  @Needs(value = Permission.OPERATE, where = Where.ACTION)
  @Operation(
      summary = "Let an action go on that is SUSPENDED",
      description = "Or one that was to be suspended, and is not yet.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  public ActionJson resume(
      @PathVariable String id, @RequestBody Optional<WhyRequest> why, Caller caller) {
    return command(id, Verb.RESUME, why, caller);
  }

  @PostMapping("/v1/actions/{id}/complete")
  @Needs(value = Permission.OPERATE, where = Where.ACTION)
  @Operation(
      summary = "Complete the lifecycle hook of an action that waits for it",
      description =
          "Whoever was told that a member is to go says so that he is done; the member goes then."
              + " The id is the token of the message.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  public ActionJson complete(
      @PathVariable String id, @RequestBody Optional<WhyRequest> why, Caller caller) {
    return command(id, Verb.COMPLETE, why, caller);
  }

  private ActionJson command(String text, Verb verb, Optional<WhyRequest> why, Caller caller) {
    ActionId id = resolve(text);
    ActionRecord action = records.actions().find(id).orElseThrow();
    String reason = why.flatMap(WhyRequest::why).orElse("");
    if (verb.answersAnApproval()) {
      new Vouching(records).leave(caller.name(), action.cluster(), id.value(), verb.name());
    }
    commands.decide(action.cluster(), new ActionCommand(id, verb, caller.name(), reason));
    return shown(id);
  }

  private ActionId resolve(String id) {
    return new ActionId(Identified.one(records.actions().match(id), "action", id));
  }

  private ActionJson shown(ActionId id) {
    return records
        .actions()
        .show(id)
        .map(ActionJson::of)
        .orElseThrow(() -> ProblemException.notFound("there is no action %s".formatted(id)));
  }

  private static Set<ActionState> states(List<String> names) {
    Set<ActionState> states = EnumSet.noneOf(ActionState.class);
    for (String name : names) {
      states.addAll(
          SenlinState.named(name)
              .orElseThrow(() ->
                  ProblemException.badRequest(
                      "state: '%s' (expected: %s)"
                          .formatted(name, String.join(", ", SenlinState.names())))));
    }
    return states;
  }
}
