package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.agent.Since;
import dev.muster.activities.watch.Fetched;
import dev.muster.activities.watch.LongPolls;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.sync.SyncDecision;
import dev.muster.records.nodes.NodeVisit;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the agents of nodes what they know, many at a time. What a long poll has just brought is
 * taken as it is.
 */
final class Visitor {

  private final AgentClient client;
  private final AgentFleet fleet;
  private final LongPolls polls;
  private final Asking asking;
  private final Clock clock;

  Visitor(AgentClient client, AgentFleet fleet, LongPolls polls, Asking asking, Clock clock) {
    this.client = client;
    this.fleet = fleet;
    this.polls = polls;
    this.asking = asking;
    this.clock = clock;
  }

  /** One visit for each node, in no particular order. */
  List<Visit> visit(ClusterName cluster, List<NodeVisit> nodes, NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    List<Visit> visits = new ArrayList<>(nodes.size());
    List<NodeVisit> toAsk = new ArrayList<>();
    Map<NodeId, Since> since = asking.since(cluster, nodes);
    for (NodeVisit node : nodes) {
      Optional<Fetched> brought =
          polls
              .fresh(cluster, node.id(), node.agent(), node.cursor())
              .filter(fresh -> fits(node, fresh));
      if (brought.isPresent()) {
        Fetched fetched = brought.get();
        visits.add(
            new Visit(
                node,
                new AgentAnswer.Answered<>(fetched.snapshot()),
                before(node, fetched.askedAt(), fetched.askedFor())));
      } else {
        toAsk.add(node);
      }
    }
    visits.addAll(
        fleet.each(
            toAsk,
            node -> {
              Visit visit = ask(node, since.getOrDefault(node.id(), Since.cursor(node.cursor())));
              heartbeat.beat();
              return visit;
            }));
    return visits;
  }

  private Visit ask(NodeVisit node, Since since) {
    AgentEndpoint agent = Visit.agent(node);
    SyncDecision.Before before = before(node, clock.instant(), since.unfinished());
    AgentAnswer<ActionSnapshot> answer = client.snapshot(agent, since);
    boolean again =
        answer.found().filter(one -> SyncDecision.mustAskFromTheBeginning(before, one)).isPresent();
    return again
        ? new Visit(
            node,
            client.snapshot(agent, since.from(0)),
            before(node, clock.instant(), since.unfinished()))
        : new Visit(node, answer, before);
  }

  private static boolean fits(NodeVisit node, Fetched fetched) {
    return !SyncDecision.mustAskFromTheBeginning(
        before(node, fetched.askedAt(), fetched.askedFor()), fetched.snapshot());
  }

  private static SyncDecision.Before before(
      NodeVisit node, Instant askedAt, Set<ActionId> askedFor) {
    return new SyncDecision.Before(
        node.cursor(),
        node.known().epoch(),
        askedAt,
        AgentProtocol.named(node.protocol())
            .flatMap(AgentProtocol::keeps)
            .map(keeps -> new SyncDecision.Reach(askedFor, askedAt.minus(keeps))));
  }
}
