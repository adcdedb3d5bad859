package dev.muster.activities.cycle;

import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.fences.Fenced;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A whole cycle in one piece. Agents are asked first; then one transaction records what they know,
 * decides, and marks what will be pushed; then it is pushed; then a second transaction records what
 * the agents made of it. When a stage ends and the next one opens, its first nodes are visited and
 * started in the same way at once.
 */
final class WholeCycle {

  /**
   * An agent's refusal may let the next node start at once; more rounds wait for the next cycle.
   */
  private static final int ROUNDS = 5;

  /** Stages that open in one cycle, one after the other; a further one waits for the next cycle. */
  private static final int PASSES = 5;

  private final Records records;
  private final Memory memory;
  private final Clock clock;
  private final Visitor visitor;
  private final Deciding deciding;
  private final Delivery delivery;

  WholeCycle(
      CycleActivitiesImpl.Parts parts,
      Memory memory,
      Visitor visitor,
      Deciding deciding,
      Delivery delivery) {
    this.records = parts.records();
    this.memory = memory;
    this.clock = parts.clock();
    this.visitor = visitor;
    this.deciding = deciding;
    this.delivery = delivery;
  }

  private record Written(Sync.Result synced, Deciding.Decided decided) {}

  CycleReport run(CycleRequest request, NodeWatch.Heartbeat heartbeat) throws InterruptedException {
    Fence fence = request.fence();
    Instant started = now();
    Optional<ClusterSettings> settings = records.clusters().settingsOf(fence.cluster());
    if (settings.isEmpty()) {
      return CycleReport.ended(fence, Standing.REMOVED);
    }
    Tally tally = new Tally(request, settings.get(), started);
    Telling telling = new Telling(delivery);
    Pass pass = new Pass(toVisit(request), request.commands());
    for (int passes = 1; ; passes++) {
      List<Visit> visits = visitor.visit(fence.cluster(), pass.nodes(), heartbeat);
      Pass now = pass;
      Fenced<Written> first = memory.alone(fence, look -> decide(look, tally, now, visits));
      if (!(first instanceof Fenced.Written<Written>(Written written))) {
        return CycleReport.ended(fence, Reports.standing(first));
      }
      tally.synced(written.synced());
      Optional<Standing> ended = deliver(tally, written, new Delivering(pass, telling, heartbeat));
      if (ended.isPresent()) {
        return CycleReport.ended(fence, ended.get());
      }
      if (telling.opened().isEmpty() || passes == PASSES) {
        telling.end();
        return tally.report();
      }
      tally.nextPass();
      pass = new Pass(named(fence.cluster(), telling.takeOpened()), List.of());
    }
  }

  /** A part of a cycle: nodes to visit, and what else to do then. */
  private record Pass(List<NodeVisit> nodes, List<ActionCommand> commands) {}

  private record Delivering(Pass pass, Telling telling, NodeWatch.Heartbeat heartbeat) {}

  private Written decide(Memory.Look look, Tally tally, Pass pass, List<Visit> visits) {
    ClusterName name = tally.fence().cluster();
    Instant now = now();
    Sync.Result synced = deciding.sync(look.writes(), name, visits, now);
    Cluster cluster = deciding.look(look, name, tally.settings(), now);
    cluster.count(synced.changed());
    Deciding.Decided decided = deciding.decide(cluster, synced.answered(), pass.commands());
    tally.tellWatch(records);
    if (!decided.hasDeliveries() && synced.strays().isEmpty()) {
      tally.synced(synced);
      tally.decided(decided);
      tally.keep(records, now());
    }
    return new Written(synced, decided);
  }

  /** Empty unless somebody newer writes now. */
  private Optional<Standing> deliver(Tally tally, Written written, Delivering delivering)
      throws InterruptedException {
    Deciding.Decided decided = written.decided();
    List<Sync.Stray> strays = written.synced().strays();
    for (int round = 1; ; round++) {
      tally.decided(decided);
      delivering.telling().of(decided);
      Delivery.Load load = Delivery.Load.of(decided.pushes(), decided.stops(), strays);
      strays = List.of();
      if (load.isEmpty()) {
        return Optional.empty();
      }
      Dispatch.Outcome outcome =
          delivery.deliver(
              tally.fence().cluster(), load, delivering.pass().nodes(), delivering.heartbeat());
      tally.delivered(outcome);
      Fenced<Optional<Deciding.Decided>> second = record(tally, outcome, round);
      if (!(second instanceof Fenced.Written<Optional<Deciding.Decided>>(var again))) {
        return Optional.of(Reports.standing(second));
      }
      if (again.isEmpty()) {
        return Optional.empty();
      }
      decided = again.get();
    }
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
          List<NodeId> nodes = outcome.failedOn();
          if (!nodes.isEmpty() && round < ROUNDS) {
            Cluster cluster = deciding.look(look, tally.fence().cluster(), tally.settings(), now);
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
