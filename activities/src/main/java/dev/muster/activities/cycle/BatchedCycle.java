package dev.muster.activities.cycle;

import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.fences.Fenced;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.NodeRange;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** A cycle over more nodes than one batch, in the pieces that the workflow asks for. */
final class BatchedCycle {

  /** All batches of a large cluster at once would take every connection from those who read. */
  private static final int WRITERS = 4;

  private final Records records;
  private final Memory memory;
  private final Clock clock;
  private final Visitor visitor;
  private final Deciding deciding;
  private final Delivery delivery;
  private final Semaphore writing = new Semaphore(WRITERS);

  BatchedCycle(
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

  /** Splits a cluster, and notes when a cycle over several batches began. */
  List<NodeRange> ranges(Fence fence) {
    List<NodeRange> ranges = ranges(fence.cluster());
    if (ranges.size() > 1) {
      Reports.begin(records, fence, now());
    }
    return ranges;
  }

  private List<NodeRange> ranges(ClusterName cluster) {
    return records.nodeVisits().ranges(cluster, CycleOptions.BATCH).stream()
        .map(range -> new NodeRange(range.from(), range.to()))
        .toList();
  }

  BatchReport sync(BatchRequest request, NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    ClusterName cluster = request.fence().cluster();
    List<Visit> visits =
        visitor.visit(
            cluster, records.nodeVisits().of(cluster, selection(request.range())), heartbeat);
    Fenced<Sync.Result> fenced =
        inTurn(() ->
            records
                .clusterFences()
                .beside(request.fence(), writes -> deciding.sync(writes, cluster, visits, now())));
    if (!(fenced instanceof Fenced.Written<Sync.Result>(Sync.Result synced))) {
      return ended(fenced);
    }
    Delivery.Load strays = Delivery.Load.of(List.of(), List.of(), synced.strays());
    delivery.deliver(cluster, strays, visits.stream().map(Visit::node).toList(), heartbeat);
    return new BatchReport(
        Standing.CURRENT,
        synced.answered().size(),
        synced.silent(),
        synced.changed(),
        0,
        Reports.bounded(synced.notes()));
  }

  Choice choose(CycleRequest request) throws InterruptedException {
    Fence fence = request.fence();
    Optional<ClusterSettings> settings = records.clusters().settingsOf(fence.cluster());
    if (settings.isEmpty()) {
      return new Choice(CycleReport.ended(fence, Standing.REMOVED), List.of());
    }
    Tally tally = new Tally(request, settings.get(), request.startedAt().orElseGet(this::now));
    Fenced<Deciding.Decided> fenced = memory.alone(fence, look -> decide(look, tally));
    if (!(fenced instanceof Fenced.Written<Deciding.Decided>(Deciding.Decided decided))) {
      return new Choice(CycleReport.ended(fence, Reports.standing(fenced)), List.of());
    }
    for (Thread telling : delivery.tell(decided.tell())) {
      telling.join();
    }
    return new Choice(tally.report(), toDispatch(fence.cluster(), decided));
  }

  BatchReport dispatch(BatchRequest request, NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    ClusterName cluster = request.fence().cluster();
    NodeSelection range = selection(request.range());
    List<NodeVisit> nodes = records.nodeVisits().of(cluster, range);
    Delivery.Load load =
        Delivery.Load.of(
            records.actionReads().toPush(cluster, range), toSignal(cluster, nodes), List.of());
    Dispatch.Outcome outcome = delivery.deliver(cluster, load, nodes, heartbeat);
    Fenced<Integer> fenced =
        inTurn(() ->
            records
                .clusterFences()
                .beside(
                    request.fence(),
                    writes -> {
                      Delivery.record(writes, outcome, now());
                      return outcome.acknowledged().size();
                    }));
    if (!(fenced instanceof Fenced.Written<Integer>(Integer started))) {
      return ended(fenced);
    }
    return new BatchReport(
        Standing.CURRENT,
        0,
        0,
        outcome.refused().size() + outcome.unsendable().size(),
        started,
        Reports.bounded(Delivery.notes(outcome)));
  }

  /**
   * The report is kept here: of the batches it tells how the nodes are, and what will be pushed.
   */
  private Deciding.Decided decide(Memory.Look look, Tally tally) {
    Cluster cluster = deciding.look(look, tally.fence().cluster(), tally.settings(), now());
    Deciding.Decided decided =
        deciding.decide(cluster, cluster.statuses().keySet(), tally.request().commands());
    tally.decided(decided);
    tally.tellWatch(records);
    tally.keepLarge(records, decided, now());
    return decided;
  }

  private List<NodeRange> toDispatch(ClusterName cluster, Deciding.Decided decided) {
    if (!decided.hasDeliveries()) {
      return List.of();
    }
    TreeSet<NodeId> nodes = new TreeSet<>();
    decided.pushes().forEach(push -> nodes.add(push.node()));
    decided.toSignal().forEach(action -> action.node().ifPresent(nodes::add));
    return ranges(cluster).stream()
        .filter(range -> !nodes.subSet(range.from(), true, range.to(), true).isEmpty())
        .toList();
  }

  private List<ActionBrief> toSignal(ClusterName cluster, List<NodeVisit> nodes) {
    List<NodeId> answering =
        nodes.stream().filter(node -> node.status().agentAnswers()).map(NodeVisit::id).toList();
    return records.actionReads().unfinishedOfNodes(cluster, answering).stream()
        .filter(ActionBrief::isForAgent)
        .filter(action -> Endings.signal(action).isPresent())
        .toList();
  }

  private <T> Fenced<T> inTurn(Supplier<Fenced<T>> write) throws InterruptedException {
    writing.acquire();
    try {
      return write.get();
    } finally {
      writing.release();
    }
  }

  private static NodeSelection selection(NodeRange range) {
    return NodeSelection.range(range.from(), range.to());
  }

  private static BatchReport ended(Fenced<?> fenced) {
    return new BatchReport(Reports.standing(fenced), 0, 0, 0, 0, List.of());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
