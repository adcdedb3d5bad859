package dev.muster.activities.cycle;

import dev.muster.activities.watch.Watch;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.fences.Fenced;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A whole cycle in one piece. Agents are asked first; then one transaction records what they know,
 * decides, and marks what will be pushed; then it is pushed; then a second transaction records what
 * the agents made of it.
 */
final class WholeCycle {

  /**
   * An agent's refusal may let the next node start at once; more rounds wait for the next cycle.
   */
  private static final int ROUNDS = 5;

  private final Records records;
  private final Memory memory;
  private final Clock clock;
  private final Visitor visitor;
  private final Deciding deciding;
  private final Delivery delivery;

  WholeCycle(CycleParts parts, Memory memory, Visitor visitor, Deciding deciding, Delivery delivery) {
    this.records = parts.records();
    this.memory = memory;
    this.clock = parts.clock();
    this.visitor = visitor;
    this.deciding = deciding;
    this.delivery = delivery;
  }

  private record Written(Sync.Result synced, Deciding.Decided decided) {}

  CycleReport run(CycleRequest request, Watch.Heartbeat heartbeat) throws InterruptedException {
    Fence fence = request.fence();
    Instant started = now();
    Optional<ClusterSettings> settings = records.clusters().settingsOf(fence.cluster());
    if (settings.isEmpty()) {
      return CycleReport.ended(fence, Standing.REMOVED);
    }
    List<NodeVisit> nodes = toVisit(request);
    List<Visit> visits = visitor.visit(fence.cluster(), nodes, heartbeat);
    Tally tally = new Tally(request, settings.get(), started);
    Fenced<Written> first =
        memory.alone(fence, look -> decide(look, tally, visits));
    if (!(first instanceof Fenced.Written<Written>(Written written))) {
      return CycleReport.ended(fence, Reports.standing(first));
    }
    tally.synced(written.synced());
    return deliver(tally, written, nodes, heartbeat);
  }

  private Written decide(Memory.Look look, Tally tally, List<Visit> visits) {
    ClusterName name = tally.fence().cluster();
    Instant now = now();
    Sync.Result synced = deciding.sync(look.writes(), name, visits, now);
    Cluster cluster = deciding.look(look, name, tally.settings(), now);
    cluster.count(synced.changed());
    Deciding.Decided decided =
        deciding.decide(cluster, synced.answered(), tally.request().commands());
    tally.tellWatch(records);
    if (!decided.hasDeliveries() && synced.strays().isEmpty()) {
      tally.synced(synced);
      tally.decided(decided);
      tally.keep(records, now());
    }
    return new Written(synced, decided);
  }

  private CycleReport deliver(
      Tally tally, Written written, List<NodeVisit> nodes, Watch.Heartbeat heartbeat)
      throws InterruptedException {
    Deciding.Decided decided = written.decided();
    List<Sync.Stray> strays = written.synced().strays();
    List<Thread> telling = new ArrayList<>();
    for (int round = 1; ; round++) {
      tally.decided(decided);
      telling.addAll(delivery.tell(decided.tell()));
      Delivery.Load load = Delivery.Load.of(decided.pushes(), decided.stops(), strays);
      strays = List.of();
      if (load.isEmpty()) {
        break;
      }
      Dispatch.Outcome outcome = delivery.deliver(tally.fence().cluster(), load, nodes, heartbeat);
      tally.delivered(outcome);
      Fenced<Optional<Deciding.Decided>> second = record(tally, outcome, round);
      if (!(second instanceof Fenced.Written<Optional<Deciding.Decided>>(var again))) {
        return CycleReport.ended(tally.fence(), Reports.standing(second));
      }
      if (again.isEmpty()) {
        break;
      }
      decided = again.get();
    }
    for (Thread one : telling) {
      one.join();
    }
    return tally.report();
  }

  /** Records an outcome; decides again if something was refused. */
  private Fenced<Optional<Deciding.Decided>> record(
      Tally tally, Dispatch.Outcome outcome, int round) {
    return memory.alone(
            tally.fence(),
            look -> {
              Instant now = now();
              Delivery.record(look.writes(), outcome, now);
              Optional<Deciding.Decided> again = Optional.empty();
              if (!outcome.refused().isEmpty() && round < ROUNDS) {
                List<NodeId> nodes =
                    outcome.refused().keySet().stream().map(push -> push.node()).toList();
                Cluster cluster =
                    deciding.look(look, tally.fence().cluster(), tally.settings(), now);
                again = Optional.of(deciding.decide(cluster, nodes, List.of()));
                tally.tellWatch(records);
              }
              tally.keep(records, now);
              return again;
            });
  }

  /** A command needs no agent; a review is about what settles, and rarely about every node. */
  private List<NodeVisit> toVisit(CycleRequest request) {
    ClusterName cluster = request.fence().cluster();
    return switch (request.trigger()) {
      case COMMAND -> request.nodes().isEmpty() ? List.of() : named(cluster, request.nodes());
      case START, INTERVAL, NUDGE, WATCH, REVIEW -> named(cluster, request.nodes());
    };
  }

  private List<NodeVisit> named(ClusterName cluster, List<NodeId> nodes) {
    return records.nodeVisits().of(cluster, NodeSelection.namedOrAll(nodes));
  }

  /** As exact as the database keeps it. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
