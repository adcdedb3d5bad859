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
 * decides, and marks what will be pushed; then it is pushed. What the agents made of it is recorded
 * by the next transaction. When a stage ends and the next one opens, its first nodes are visited
 * and started in the same way at once; and so is what agents say soon after.
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
  private final Staying staying;

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
    this.staying =
        new Staying(records, new NodeWatch(parts.agents().polls()), parts.agents().patience());
  }

  private record Written(Sync.Result synced, Deciding.Decided decided) {}

  CycleReport run(CycleRequest request, NodeWatch.Heartbeat heartbeat) throws InterruptedException {
    Fence fence = request.fence();
    Instant started = now();
    Optional<ClusterSettings> settings = records.clusters().settingsOf(fence.cluster());
    if (settings.isEmpty()) {
      return CycleReport.ended(fence, Standing.REMOVED);
    }
    Course course =
        new Course(new Tally(request, settings.get(), started), new Telling(delivery), heartbeat);
    Pass pass = new Pass(toVisit(request), request.commands());
    while (true) {
      Standing standing = go(course, pass);
      if (standing != Standing.CURRENT) {
        return CycleReport.ended(fence, standing);
      }
      Optional<Pass> next = next(course);
      if (next.isEmpty()) {
        return end(course);
      }
      course.tally().nextPass();
      pass = next.get();
    }
  }

  /** A part of a cycle: nodes to visit, and what else to do then. */
  private record Pass(List<NodeVisit> nodes, List<ActionCommand> commands) {}

  /** What agents made of a delivery, and when it was over. */
  private record Delivered(Dispatch.Outcome outcome, Instant at) {}

  /** One cycle on its way. */
  private static final class Course {

    private final Tally tally;
    private final Telling telling;
    private final NodeWatch.Heartbeat heartbeat;
    private final long began = System.nanoTime();
    private int opened;

    /** Not recorded yet. */
    private Optional<Delivered> delivered = Optional.empty();

    Course(Tally tally, Telling telling, NodeWatch.Heartbeat heartbeat) {
      this.tally = tally;
      this.telling = telling;
      this.heartbeat = heartbeat;
    }

    Tally tally() {
      return tally;
    }

    Fence fence() {
      return tally.fence();
    }

    void delivered(Dispatch.Outcome outcome, Instant at) {
      tally.delivered(outcome);
      delivered = Optional.of(new Delivered(outcome, at));
    }

    /** Taken before the transaction that records it. */
    Optional<Delivered> takeDelivered() {
      Optional<Delivered> taken = delivered;
      delivered = Optional.empty();
      return taken;
    }
  }

  /** One pass. */
  private Standing go(Course course, Pass pass) throws InterruptedException {
    List<Visit> visits = visitor.visit(course.fence().cluster(), pass.nodes(), course.heartbeat);
    Optional<Delivered> before = course.takeDelivered();
    Fenced<Written> fenced =
        memory.alone(
            course.fence(),
            look -> {
              before.ifPresent(delivered -> record(look, delivered));
              return decide(look, course.tally(), pass, visits);
            });
    if (!(fenced instanceof Fenced.Written<Written>(Written written))) {
      return Reports.standing(fenced);
    }
    course.tally().synced(written.synced());
    return deliver(course, written, pass.nodes());
  }

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

  private Standing deliver(Course course, Written written, List<NodeVisit> visited)
      throws InterruptedException {
    Deciding.Decided decided = written.decided();
    List<Sync.Stray> strays = written.synced().strays();
    for (int round = 1; ; round++) {
      course.tally().decided(decided);
      course.telling.of(decided);
      Delivery.Load load = Delivery.Load.of(decided.pushes(), decided.toSignal(), strays);
      strays = List.of();
      if (load.isEmpty()) {
        return Standing.CURRENT;
      }
      Dispatch.Outcome outcome =
          delivery.deliver(course.fence().cluster(), load, visited, course.heartbeat);
      course.delivered(outcome, now());
      if (outcome.failedOn().isEmpty() || round == ROUNDS) {
        return Standing.CURRENT;
      }
      Fenced<Deciding.Decided> again = decideAgain(course, outcome);
      if (!(again instanceof Fenced.Written<Deciding.Decided>(Deciding.Decided next))) {
        return Reports.standing(again);
      }
      decided = next;
    }
  }

  /** Something was refused, so that something else may start. */
  private Fenced<Deciding.Decided> decideAgain(Course course, Dispatch.Outcome outcome) {
    Optional<Delivered> before = course.takeDelivered();
    return memory.alone(
        course.fence(),
        look -> {
          before.ifPresent(delivered -> record(look, delivered));
          Instant now = now();
          Cluster cluster =
              deciding.look(look, course.fence().cluster(), course.tally().settings(), now);
          Deciding.Decided again = deciding.decide(cluster, outcome.failedOn(), List.of());
          course.tally().tellWatch(records);
          course.tally().keep(records, now);
          return again;
        });
  }

  private static void record(Memory.Look look, Delivered delivered) {
    Delivery.record(look.writes(), delivered.outcome(), delivered.at());
  }

  /** What to go on with: stages that were opened, or else what agents have to say soon. */
  private Optional<Pass> next(Course course) throws InterruptedException {
    ClusterName cluster = course.fence().cluster();
    if (!course.telling.opened().isEmpty()) {
      course.opened++;
      return course.opened < PASSES
          ? Optional.of(new Pass(named(cluster, course.telling.takeOpened()), List.of()))
          : Optional.empty();
    }
    course.opened = 0;
    course.telling.rest();
    List<NodeVisit> news =
        staying.news(
            course.tally().request(),
            course.tally().report(),
            course.began,
            now(),
            course.heartbeat);
    return news.isEmpty() ? Optional.empty() : Optional.of(new Pass(news, List.of()));
  }

  /** Records what is left to record. */
  private CycleReport end(Course course) throws InterruptedException {
    Optional<Delivered> last = course.takeDelivered();
    if (last.isPresent()) {
      Delivered delivered = last.get();
      Fenced<Boolean> fenced =
          memory.alone(
              course.fence(),
              look -> {
                record(look, delivered);
                course.tally().keep(records, delivered.at());
                return true;
              });
      if (!(fenced instanceof Fenced.Written<Boolean>)) {
        return CycleReport.ended(course.fence(), Reports.standing(fenced));
      }
    }
    course.telling.end();
    return course.tally().report();
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
