package dev.muster.activities.cycle;

import dev.muster.activities.playbook.HandOver;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.Push;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.runs.RunOverview;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The part of a cycle that looks at the whole cluster, within one transaction. */
final class Deciding {

  private final Records records;
  private final Steps steps;
  private final WaitReasonChanges reasons;
  private final Announcer announcer;
  private final TakenLimits limits;
  private final HandOver handOver;

  /**
   * What was decided.
   *
   * @param pushes by node, in the order in which an agent must get them
   * @param toSignal about what agents are to be told something
   * @param tell runs to signal
   * @param opened nodes of stages that were opened, to be visited before these start
   * @param watchable whether some agent has something unfinished, or some node settles
   */
  record Decided(
      List<CommandOutcome> outcomes,
      List<Push> pushes,
      List<ActionBrief> toSignal,
      Set<RunId> tell,
      Set<NodeId> opened,
      Figures figures,
      boolean watchable,
      boolean busy,
      Optional<Instant> reviewAt) {

    boolean hasDeliveries() {
      return !pushes.isEmpty() || !toSignal.isEmpty();
    }
  }

  /** How many nodes and actions there are, how many actions changed or wait, and for what. */
  record Figures(
      int nodes, int answering, int changed, int waiting, int unfinished, List<String> waits) {

    static final Figures NONE = new Figures(0, 0, 0, 0, 0, List.of());
  }

  Deciding(
      Records records,
      Steps steps,
      WaitReasonChanges reasons,
      Announcer announcer,
      TakenLimits limits) {
    this.records = records;
    this.steps = steps;
    this.reasons = reasons;
    this.announcer = announcer;
    this.limits = limits;
    this.handOver = new HandOver(records, steps);
  }

  /** Records what agents said. */
  Sync.Result sync(CycleWrites writes, ClusterName name, List<Visit> visits, Instant now) {
    return new Sync(records, name, now, limits).record(writes, visits);
  }

  /** The cluster as it is within this transaction. */
  Cluster look(Memory.Look look, ClusterName name, ClusterSettings settings, Instant now) {
    return new Cluster(records, name, settings, look, now);
  }

  /**
   * Commands, then what ended, then what comes next on the nodes, then the verdicts.
   *
   * @param touched nodes on which something may have happened
   */
  Decided decide(Cluster cluster, Collection<NodeId> touched, List<ActionCommand> commands) {
    cluster.touch(touched);
    Endings endings = new Endings(records, cluster);
    ClusterActions clusterActions = new ClusterActions(records, cluster);
    List<CommandOutcome> outcomes = new ActionCommandHandler(records, cluster).carryOut(commands);
    OwnActions own = new OwnActions(cluster);
    own.takeReports();
    new GoneNodes(records, cluster).end();
    endings.releaseDependents();
    endings.expireUnsent();
    new SilentAgents(records, cluster).judge();
    endings.cancelUnsent();
    new Advancing(records, steps, cluster).advance();
    endings.cancelUnsent();
    clusterActions.advance();
    Choosing.Choice choice =
        new Choosing(cluster, clusterActions, reasons, records.signalTrust()).choose();
    own.signal();
    int unfinished = cluster.unfinished().size();
    Announcer.Told told = announcer.toTell(cluster);
    return new Decided(
        outcomes,
        choice.pushes(),
        endings.toSignal(),
        told.runs(),
        toVisit(cluster, told.moving()),
        new Figures(
            cluster.statuses().size(),
            answering(cluster),
            cluster.changed(),
            choice.waiting(),
            unfinished,
            choice.waits()),
        !choice.pushes().isEmpty() || cluster.isInWork(),
        unfinished > 0 || !cluster.stages().isEmpty(),
        cluster.reviewAt());
  }

  /** Where a stage opened, or an agent was reached for the first time: they are visited at once. */
  private Set<NodeId> toVisit(Cluster cluster, Map<RunId, RunOverview> moving) {
    Set<NodeId> opened = handOver(cluster, moving);
    if (!cluster.reached().isEmpty()) {
      opened.addAll(cluster.reached());
      cluster.reviewAt(cluster.now());
    }
    return opened;
  }

  /** A run that goes on, and whose workflow does not hear of it, is found by its time. */
  private Set<NodeId> handOver(Cluster cluster, Map<RunId, RunOverview> moving) {
    Set<NodeId> opened = new TreeSet<>();
    Set<RunId> goOn = new TreeSet<>(moving.keySet());
    for (Map.Entry<RunId, RunOverview> one : moving.entrySet()) {
      RunId run = one.getKey();
      Optional<HandOver.Result> done = handOver.go(run, one.getValue(), cluster.now());
      if (done.filter(HandOver.Result::over).isPresent()) {
        goOn.remove(run);
      }
      if (done.isPresent()) {
        // What was read of the run before is older than this.
        cluster.writes().noted().run(run);
      }
      Set<NodeId> nodes = done.map(HandOver.Result::visit).orElse(Set.of());
      if (!nodes.isEmpty()) {
        opened.addAll(nodes);
        cluster.reviewAt(cluster.now());
      }
    }
    records.signs().due(goOn, cluster.now());
    return opened;
  }

  private static int answering(Cluster cluster) {
    int answering = 0;
    for (NodeStatus status : cluster.statuses().values()) {
      answering += status.agentAnswers() ? 1 : 0;
    }
    return answering;
  }
}
