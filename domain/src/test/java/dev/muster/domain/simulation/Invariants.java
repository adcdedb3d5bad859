package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Verdict;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What must hold after every step of every rollout. Counts from the records alone, in the plainest
 * way, so that it shares no mistake with the scheduler.
 */
final class Invariants {

  private final FakeCluster cluster;
  private final Set<NodeId> inWorkBefore;
  private final Set<ActionId> waitingBefore;

  /** Taken before the scheduler decides. */
  Invariants(FakeCluster cluster) {
    this.cluster = cluster;
    this.inWorkBefore = inWork();
    this.waitingBefore = waiting();
  }

  void holdAfter(Decision decision) {
    everyWaitingActionHasOneVerdict(decision);
    neverMoreThanItsQueueOnAnAgent();
    neverTwoRunsOnOneNode();
    neverMoreNodesThanTheClusterAllows();
    exclusiveIsAlone();
    for (FakeRun run : cluster.runs) {
      for (FakeRun.Stage stage : run.stages) {
        if (stage.isOpen()) {
          stageKeepsItsLimits(run, stage);
        }
      }
    }
    RunInvariants runs = new RunInvariants(cluster);
    decision.verdicts().stream()
        .filter(Verdict.Start.class::isInstance)
        .map(verdict -> cluster.action(verdict.action()))
        .forEach(action -> {
          startedInItsTime(action);
          if (action.stage.isPresent()) {
            runs.triedNoMoreThanAllowed(action);
          }
        });
    runs.hold();
    new TrueReasons(cluster).check(decision);
  }

  private void startedInItsTime(FakeAction action) {
    assertThat(action.notBefore.orElse(cluster.now))
        .as("%s is tried again after its delay", action.label)
        .isBeforeOrEqualTo(cluster.now);
    action.node.ifPresent(node ->
        assertThat(cluster.node(node).status().agentAnswers())
            .as("%s is pushed to an agent that answers", action.label)
            .isTrue());
  }

  private void everyWaitingActionHasOneVerdict(Decision decision) {
    List<ActionId> judged = decision.verdicts().stream().map(Verdict::action).toList();
    assertThat(judged).doesNotHaveDuplicates();
    assertThat(new HashSet<>(judged)).isEqualTo(waitingBefore);
  }

  private void neverMoreThanItsQueueOnAnAgent() {
    for (NodeId node : cluster.nodes.keySet()) {
      assertThat(onAgent(cluster, node)).isLessThanOrEqualTo(cluster.settings.agentQueue());
    }
  }

  private void neverTwoRunsOnOneNode() {
    Set<NodeId> seen = new HashSet<>();
    for (FakeRun run : cluster.runs) {
      for (NodeId node : workedOnBy(run)) {
        assertThat(seen.add(node)).as("%s is in work by two runs", node).isTrue();
        assertThat(
                cluster.unfinished.stream()
                    .filter(a -> a.isOnAgent() && a.node.equals(Optional.of(node)))
                    .allMatch(a -> a.stage.filter(key -> key.run().equals(run.id)).isPresent()))
            .as("%s does something else while %s works on it", node, run.label)
            .isTrue();
      }
    }
  }

  private void neverMoreNodesThanTheClusterAllows() {
    cluster
        .settings
        .maxNodesInWork()
        .ifPresent(limit -> assertThat(inWork()).hasSizeLessThanOrEqualTo(limit));
  }

  private void exclusiveIsAlone() {
    for (FakeAction action : cluster.unfinished) {
      if (action.exclusive && action.isOnAgent()) {
        assertThat(cluster.unfinished.stream().filter(FakeAction::isOnAgent).count()).isEqualTo(1);
      }
    }
    for (FakeRun run : cluster.runs) {
      for (FakeRun.Stage stage : run.stages) {
        if (stage.isOpen() && stage.plan.rules().exclusive() && !working(stage).isEmpty()) {
          assertThat(inWork()).isEqualTo(working(stage));
        }
      }
    }
  }

  private void stageKeepsItsLimits(FakeRun run, FakeRun.Stage stage) {
    StageRules rules = stage.plan.rules();
    Set<NodeId> working = working(stage);
    assertThat(working)
        .as("concurrency of %s", run.label)
        .hasSizeLessThanOrEqualTo(rules.concurrency());
    assertThat(failedInWork(stage))
        .as("overshoot of the budget of %s", run.label)
        .isLessThanOrEqualTo(rules.maxFailures() + rules.concurrency());
    Set<NodeId> started = new TreeSet<>(working);
    started.removeAll(inWorkBefore);
    if (started.isEmpty()) {
      return;
    }
    assertThat(failed(stage)).isLessThanOrEqualTo(rules.maxFailures());
    assertThat(run.pausedBy).isEmpty();
    assertThat(insideSomeWindow(rules)).as("windows of %s", run.label).isTrue();
    int lowest =
        stage.members.values().stream()
            .filter(member -> !member.state.isFinal())
            .mapToInt(member -> member.batch)
            .min()
            .orElseThrow();
    for (NodeId node : started) {
      assertThat(stage.member(node).batch).as("batch of %s", node).isEqualTo(lowest);
    }
    if (started.stream().anyMatch(node -> cluster.node(node).status() == NodeStatus.UP)) {
      assertThat(healthy(cluster, stage) + takenByOthers(stage, working))
          .isGreaterThanOrEqualTo(rules.minHealthy());
    }
  }

  /** Counted forward from the opening of each day of the last week. */
  private boolean insideSomeWindow(StageRules rules) {
    return rules.windows().isEmpty()
        || rules.windows().stream()
            .anyMatch(window -> {
              ZonedDateTime here = cluster.now.atZone(window.timezone());
              return IntStream.rangeClosed(0, 7)
                  .mapToObj(days -> here.toLocalDate().minusDays(days))
                  .filter(
                      day -> window.days().isEmpty() || window.days().contains(day.getDayOfWeek()))
                  .map(day -> day.atTime(window.start()).atZone(window.timezone()))
                  .anyMatch(
                      opens -> !here.isBefore(opens) && here.isBefore(opens.plus(window.length())));
            });
  }

  /** What others took meanwhile is not the stage's to prevent: the limit is its own. */
  private long takenByOthers(FakeRun.Stage stage, Set<NodeId> working) {
    return inWork().stream()
        .filter(node -> stage.members.containsKey(node) && !working.contains(node))
        .filter(node -> !inWorkBefore.contains(node))
        .filter(node -> cluster.node(node).status() == NodeStatus.UP)
        .count();
  }

  private Set<ActionId> waiting() {
    Set<ActionId> ids = new HashSet<>();
    cluster.unfinished.stream().filter(FakeAction::waits).forEach(action -> ids.add(action.id));
    return ids;
  }

  private Set<NodeId> inWork() {
    return inWork(cluster);
  }

  static Set<NodeId> inWork(FakeCluster cluster) {
    Set<NodeId> nodes = new TreeSet<>();
    cluster.runs.forEach(run -> nodes.addAll(workedOnBy(run)));
    cluster.unfinished.stream()
        .filter(FakeAction::isOnAgent)
        .forEach(action -> action.node.ifPresent(nodes::add));
    return nodes;
  }

  static Set<NodeId> workedOnBy(FakeRun run) {
    Set<NodeId> nodes = new TreeSet<>();
    if (!run.state.isFinal()) {
      run.stages.stream().filter(FakeRun.Stage::isOpen).forEach(s -> nodes.addAll(working(s)));
    }
    return nodes;
  }

  static Set<NodeId> working(FakeRun.Stage stage) {
    Set<NodeId> nodes = new TreeSet<>();
    for (Map.Entry<NodeId, FakeRun.Member> entry : stage.members.entrySet()) {
      if (entry.getValue().state == NodeState.RUNNING) {
        nodes.add(entry.getKey());
      }
    }
    return nodes;
  }

  static long failed(FakeRun.Stage stage) {
    return stage.members.values().stream().filter(m -> m.state.countsAsFailure()).count();
  }

  /** Nodes that fell silent before their turn fail as well, but the stage did not start them. */
  private static long failedInWork(FakeRun.Stage stage) {
    return stage.members.values().stream()
        .filter(m -> m.state.countsAsFailure())
        .filter(m -> m.actions.stream().anyMatch(action -> action.sent))
        .count();
  }

  static long healthy(FakeCluster cluster, FakeRun.Stage stage) {
    Set<NodeId> busy = inWork(cluster);
    return stage.members.keySet().stream()
        .filter(node -> cluster.node(node).status() == NodeStatus.UP && !busy.contains(node))
        .count();
  }

  static int onAgent(FakeCluster cluster, NodeId node) {
    return (int)
        cluster.unfinished.stream()
            .filter(a -> a.isOnAgent() && a.node.equals(Optional.of(node)))
            .count();
  }
}
