package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.agent.SignalAnswer;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SignalRequest.Signal;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.records.actions.Push;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Pushes actions to their agents and asks agents to stop some, many agents at a time, each agent's
 * in order. Nothing is written here.
 */
final class Dispatch {

  private final AgentClient client;
  private final AgentFleet fleet;

  Dispatch(AgentClient client, AgentFleet fleet) {
    this.client = client;
    this.fleet = fleet;
  }

  /** What goes to one agent. */
  record Parcel(AgentEndpoint agent, List<Push> pushes, List<ActionId> stops) {}

  /**
   * What the agents made of it.
   *
   * @param acknowledged accepted, or known already
   * @param known agents that had something already, so that there may be more of it
   * @param refused with the agents' reasons
   * @param stopped asked to stop, whatever the agent said to that
   * @param conflicts the agent has something else under the id; its record is fetched next time
   * @param unreachable agents that did not take their parcel, and why
   */
  record Outcome(
      List<ActionId> acknowledged,
      Set<NodeId> known,
      Map<Push, String> refused,
      List<ActionId> stopped,
      List<ActionId> conflicts,
      Map<NodeId, String> unreachable) {

    static Outcome empty() {
      return new Outcome(
          new ArrayList<>(),
          new TreeSet<>(),
          new LinkedHashMap<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new LinkedHashMap<>());
    }

    boolean isEmpty() {
      return acknowledged.isEmpty()
          && refused.isEmpty()
          && stopped.isEmpty()
          && conflicts.isEmpty()
          && unreachable.isEmpty();
    }

    private void add(Outcome other) {
      acknowledged.addAll(other.acknowledged);
      known.addAll(other.known);
      refused.putAll(other.refused);
      stopped.addAll(other.stopped);
      conflicts.addAll(other.conflicts);
      unreachable.putAll(other.unreachable);
    }
  }

  /** One parcel for each agent. */
  static List<Parcel> parcels(
      List<Push> pushes, Map<NodeId, List<ActionId>> stops, Map<NodeId, AgentEndpoint> agents) {
    Map<NodeId, List<Push>> byNode = new LinkedHashMap<>();
    pushes.forEach(
        push -> byNode.computeIfAbsent(push.node(), node -> new ArrayList<>()).add(push));
    stops.keySet().forEach(node -> byNode.computeIfAbsent(node, any -> new ArrayList<>()));
    List<Parcel> parcels = new ArrayList<>();
    byNode.forEach((node, ofNode) ->
        Optional.ofNullable(agents.get(node))
            .ifPresent(agent ->
                parcels.add(new Parcel(agent, ofNode, stops.getOrDefault(node, List.of())))));
    return parcels;
  }

  Outcome deliver(List<Parcel> parcels, NodeWatch.Heartbeat heartbeat) throws InterruptedException {
    Outcome all = Outcome.empty();
    fleet
        .each(
            parcels,
            parcel -> {
              Outcome outcome = deliver(parcel);
              heartbeat.beat();
              return outcome;
            })
        .forEach(all::add);
    return all;
  }

  private Outcome deliver(Parcel parcel) {
    Outcome outcome = Outcome.empty();
    for (ActionId action : parcel.stops()) {
      stop(parcel, action, outcome);
    }
    if (!parcel.pushes().isEmpty()) {
      push(parcel, outcome);
    }
    return outcome;
  }

  private void stop(Parcel parcel, ActionId action, Outcome outcome) {
    AgentAnswer<SignalAnswer> answer = client.signal(parcel.agent(), action, Signal.CANCEL);
    if (answer.found().isPresent()) {
      outcome.stopped().add(action);
    } else {
      answer.error().ifPresent(why -> outcome.unreachable().put(parcel.agent().node(), why));
    }
  }

  private void push(Parcel parcel, Outcome outcome) {
    List<ActionSubmission> submissions =
        parcel.pushes().stream().map(Dispatch::submission).toList();
    AgentAnswer<List<SubmissionAnswer>> answer = client.submit(parcel.agent(), submissions);
    answer.error().ifPresent(why -> outcome.unreachable().put(parcel.agent().node(), why));
    answer
        .found()
        .ifPresent(answers -> {
          for (int i = 0; i < answers.size(); i++) {
            sort(parcel.pushes().get(i), answers.get(i), outcome);
          }
        });
  }

  private static void sort(Push push, SubmissionAnswer answer, Outcome outcome) {
    switch (answer.result()) {
      case ACCEPTED -> outcome.acknowledged().add(push.id());
      case DUPLICATE -> {
        outcome.acknowledged().add(push.id());
        outcome.known().add(push.node());
      }
      case CONFLICT -> outcome.conflicts().add(push.id());
      case REFUSED ->
          outcome.refused().put(push, answer.reason().orElse("the agent gives no reason"));
    }
  }

  private static ActionSubmission submission(Push push) {
    return new ActionSubmission(
        Optional.of(push.id().value()),
        push.kind().value(),
        push.args(),
        push.metadata(),
        Optional.of(push.createdAt()),
        push.timeout().map(Duration::toMillis),
        Optional.of("core"),
        Optional.of(push.sensitive()).filter(texts -> !texts.isEmpty()));
  }
}
