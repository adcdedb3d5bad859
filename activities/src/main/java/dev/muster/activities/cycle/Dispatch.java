package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.agent.SignalAnswer;
import dev.muster.activities.agent.Since;
import dev.muster.activities.secret.Resolving;
import dev.muster.activities.secret.Resolving.Resolved;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.actions.Push;
import dev.muster.records.nodes.NodeVisit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Pushes actions to their agents and sends signals about some, many agents at a time, each agent's
 * in order. Nothing is written here.
 */
final class Dispatch {

  private final AgentClient client;
  private final AgentFleet fleet;
  private final Secrets secrets;

  /** Agents that were seen to keep to themselves what they are told to. */
  private final Set<AgentEndpoint> discreet = ConcurrentHashMap.newKeySet();

  Dispatch(AgentClient client, AgentFleet fleet, Secrets secrets) {
    this.client = client;
    this.fleet = fleet;
    this.secrets = secrets;
  }

  /** What an agent is to do to an action that it has. */
  record Order(ActionId action, Signal signal) {}

  /** What goes to one agent. */
  record Parcel(ClusterName cluster, NodeVisit to, List<Push> pushes, List<Order> orders) {

    AgentEndpoint agent() {
      return Visit.agent(cluster, to);
    }

    Optional<AgentProtocol> speaks() {
      return AgentProtocol.named(to.protocol());
    }
  }

  /**
   * What the agents made of it.
   *
   * @param acknowledged accepted, or known already
   * @param known agents that had something already, so that there may be more of it
   * @param refused with the agents' reasons
   * @param signalled what agents were told, and why they will not if they said so
   * @param conflicts the agent has something else under the id; its record is fetched next time
   * @param unsendable not sent, for a reason that waiting does not mend
   * @param waiting not sent, because a secret cannot be read now
   * @param unreachable agents that did not take their parcel, and why
   */
  record Outcome(
      List<ActionId> acknowledged,
      Set<NodeId> known,
      Map<Push, String> refused,
      Map<Order, Optional<String>> signalled,
      List<ActionId> conflicts,
      Map<Push, String> unsendable,
      Map<Push, WaitReason> waiting,
      Map<NodeId, String> unreachable) {

    static Outcome empty() {
      return new Outcome(
          new ArrayList<>(),
          new TreeSet<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new ArrayList<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>());
    }

    /** The nodes of what failed, on which something else may start now. */
    List<NodeId> failedOn() {
      return Stream.of(refused, unsendable)
          .flatMap(failed -> failed.keySet().stream())
          .map(Push::node)
          .distinct()
          .toList();
    }

    boolean isEmpty() {
      return acknowledged.isEmpty()
          && refused.isEmpty()
          && signalled.isEmpty()
          && conflicts.isEmpty()
          && unsendable.isEmpty()
          && waiting.isEmpty()
          && unreachable.isEmpty();
    }

    private void add(Outcome other) {
      acknowledged.addAll(other.acknowledged);
      known.addAll(other.known);
      refused.putAll(other.refused);
      signalled.putAll(other.signalled);
      conflicts.addAll(other.conflicts);
      unsendable.putAll(other.unsendable);
      waiting.putAll(other.waiting);
      unreachable.putAll(other.unreachable);
    }
  }

  /** One parcel for each agent. */
  static List<Parcel> parcels(
      ClusterName cluster,
      List<Push> pushes,
      Map<NodeId, List<Order>> orders,
      Map<NodeId, NodeVisit> nodes) {
    Map<NodeId, List<Push>> byNode = new LinkedHashMap<>();
    pushes.forEach(
        push -> byNode.computeIfAbsent(push.node(), node -> new ArrayList<>()).add(push));
    orders.keySet().forEach(node -> byNode.computeIfAbsent(node, any -> new ArrayList<>()));
    List<Parcel> parcels = new ArrayList<>();
    byNode.forEach((node, ofNode) ->
        Optional.ofNullable(nodes.get(node))
            .ifPresent(to ->
                parcels.add(
                    new Parcel(cluster, to, ofNode, orders.getOrDefault(node, List.of())))));
    return parcels;
  }

  Outcome deliver(ClusterName cluster, List<Parcel> parcels, NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    Resolving resolving = new Resolving(secrets, cluster);
    Outcome all = Outcome.empty();
    fleet
        .each(
            parcels,
            parcel -> {
              Outcome outcome = deliver(parcel, resolving);
              heartbeat.beat();
              return outcome;
            })
        .forEach(all::add);
    return all;
  }

  private Outcome deliver(Parcel parcel, Resolving resolving) {
    Outcome outcome = Outcome.empty();
    for (Order order : parcel.orders()) {
      signal(parcel, order, outcome);
    }
    if (!parcel.pushes().isEmpty()) {
      push(parcel, resolving, outcome);
    }
    return outcome;
  }

  private void signal(Parcel parcel, Order order, Outcome outcome) {
    AgentAnswer<SignalAnswer> answer =
        client.signal(parcel.agent(), order.action(), order.signal());
    answer.found().ifPresent(found -> outcome.signalled().put(order, found.refusal()));
    answer.error().ifPresent(why -> outcome.unreachable().put(parcel.agent().node(), why));
  }

  private record Ready(Push push, Resolved.Ready values) {}

  private void push(Parcel parcel, Resolving resolving, Outcome outcome) {
    List<Ready> ready = ready(parcel, resolving, outcome);
    if (ready.isEmpty()) {
      return;
    }
    AgentAnswer<List<SubmissionAnswer>> answer =
        client.submit(parcel.agent(), ready.stream().map(Dispatch::submission).toList());
    answer
        .error()
        .ifPresent(
            why -> outcome.unreachable().put(parcel.agent().node(), masking(ready).shown(why)));
    answer
        .found()
        .ifPresent(answers -> {
          for (int i = 0; i < answers.size(); i++) {
            sort(ready.get(i), answers.get(i), outcome);
          }
        });
  }

  /** What can be sent now; what waits holds back all that follows on the node. */
  private List<Ready> ready(Parcel parcel, Resolving resolving, Outcome outcome) {
    List<Ready> ready = new ArrayList<>();
    Optional<Push> waits = Optional.empty();
    for (Push push : parcel.pushes()) {
      if (waits.isPresent()) {
        outcome.waiting().put(push, WaitReason.behind(push.node(), waits.get().id()));
        continue;
      }
      switch (resolving.resolve(push, parcel.agent().address())) {
        case Resolved.Ready values -> {
          Optional<String> blabs =
              Resolving.of(push).isEmpty() ? Optional.empty() : blabs(parcel, outcome);
          if (outcome.unreachable().containsKey(push.node())) {
            return ready;
          }
          blabs.ifPresentOrElse(
              why -> outcome.unsendable().put(push, why), () -> ready.add(new Ready(push, values)));
        }
        case Resolved.Refused(String why) -> outcome.unsendable().put(push, why);
        case Resolved.Waits(WaitReason reason) -> {
          outcome.waiting().put(push, reason);
          waits = Optional.of(push);
        }
      }
    }
    return ready;
  }

  /** Why an agent must not be told a secret: it would show it to whoever asks. */
  private Optional<String> blabs(Parcel parcel, Outcome outcome) {
    if (parcel.speaks().filter(one -> one.has(Ability.DISCRETION)).isEmpty()) {
      return Optional.of(
          "the agent of %s speaks %s, in which it shows arguments to whoever asks, so that it gets no secret"
              .formatted(parcel.to().id(), parcel.to().protocol()));
    }
    if (discreet.contains(parcel.agent())) {
      return Optional.empty();
    }
    AgentAnswer<ActionSnapshot> answer =
        client.snapshot(parcel.agent(), Since.cursor(parcel.to().cursor()));
    answer.error().ifPresent(why -> outcome.unreachable().put(parcel.to().id(), why));
    if (answer.found().filter(snapshot -> snapshot.info().sensitive().isPresent()).isPresent()) {
      discreet.add(parcel.agent());
      return Optional.empty();
    }
    return Optional.of(
        "the agent of %s is of a version that shows arguments to whoever asks, so that it gets no secret: upgrade it"
            .formatted(parcel.to().id()));
  }

  private static void sort(Ready ready, SubmissionAnswer answer, Outcome outcome) {
    Push push = ready.push();
    switch (answer.result()) {
      case ACCEPTED -> outcome.acknowledged().add(push.id());
      case DUPLICATE -> {
        outcome.acknowledged().add(push.id());
        outcome.known().add(push.node());
      }
      case CONFLICT -> outcome.conflicts().add(push.id());
      case REFUSED ->
          outcome
              .refused()
              .put(
                  push,
                  masking(List.of(ready))
                      .shown(answer.reason().orElse("the agent gives no reason")));
    }
  }

  /** Agents mask what they say; what is recorded of it is masked by whoever knows the values. */
  private static Masking masking(List<Ready> sent) {
    return Masking.NONE.with(
        sent.stream().flatMap(one -> one.values().sensitive().stream()).toList());
  }

  private static ActionSubmission submission(Ready ready) {
    Push push = ready.push();
    return new ActionSubmission(
        Optional.of(push.id().value()),
        push.kind().value(),
        ready.values().args(),
        push.metadata(),
        Optional.of(push.createdAt()),
        push.timeout().map(Duration::toMillis),
        Optional.of("core"),
        Optional.of(ready.values().sensitive()).filter(texts -> !texts.isEmpty()));
  }
}
