package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.Window;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random clusters and runs, each from a seed that replays it; a failure names the seed. */
class RolloutSimulationTest {

  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final int MAX_TICKS = 3000;

  /** How many decisions each seed must cost on average; {@code ./check --long} has 20,000 seeds. */
  private static final int DECISIONS_A_SEED = 50;

  /** Everything that the mix is made for happens in at least one of so many worlds. */
  private static final int ONE_OF = 50;

  /** A first seed and a number of them: {@code -Dmuster.simulations=1} replays one. */
  private static final int FIRST = Integer.getInteger("muster.simulations.first", 0);

  private static final int SEEDS = Integer.getInteger("muster.simulations", 300);

  @Test
  void keepsEveryInvariantAndEndsAndEverythingOfTheMixHappens() {
    Tally tally = new Tally();
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      try {
        play(new World(seed), tally);
      } catch (AssertionError | RuntimeException failed) {
        throw new AssertionError(
            "seed %d: replay it with -Dmuster.simulations.first=%d -Dmuster.simulations=1"
                .formatted(seed, seed),
            failed);
      }
    }
    System.out.println(tally);
    assertThat(tally.decisions()).isGreaterThanOrEqualTo((long) DECISIONS_A_SEED * SEEDS);
    tally.assertEverythingHappened(ONE_OF);
  }

  private static void play(World world, Tally tally) {
    int ticks = 0;
    while (!world.cluster.isQuiet()) {
      assertThat(ticks++).as("no end in sight: %s", world).isLessThan(MAX_TICKS);
      tally.decided(world.cluster, world.tick(ticks));
    }
    tally.ended(world.cluster);
    for (FakeRun run : world.cluster.runs) {
      assertThat(run.state.isFinal()).isTrue();
      if (run.state == ProgressState.COMPLETED) {
        for (FakeRun.Stage stage : run.stages) {
          assertThat(stage.members.values()).allMatch(member -> member.state.isFinal());
          assertThat(Invariants.failed(stage))
              .isLessThanOrEqualTo(stage.plan.rules().maxFailures());
        }
      }
      assertThat(run.stages)
          .filteredOn(stage -> stage.openedAt.isPresent())
          .allMatch(stage ->
              stage.members.values().stream().noneMatch(m -> m.state == NodeState.RUNNING));
    }
  }

  /** A cluster, its runs and what befalls them, all from one seed. */
  private static final class World {
    final Random random;
    final FakeCluster cluster;
    final int failurePercent;
    final int calmAfter;

    World(int seed) {
      random = new Random(seed);
      failurePercent = random.nextInt(4) == 0 ? 25 : random.nextInt(6);
      calmAfter = 200 + random.nextInt(200);
      cluster = new FakeCluster(1 + random.nextInt(25), this::fate, START);
      cluster.settings =
          new ClusterSettings(
              Duration.ofSeconds(60),
              Duration.ofSeconds(5),
              random.nextInt(3) == 0 ? Optional.of(1 + random.nextInt(5)) : Optional.empty(),
              1 + random.nextInt(2),
              Duration.ofMinutes(5));
      int runs = 1 + random.nextInt(3);
      for (int i = 0; i < runs; i++) {
        cluster.runs.add(run("run-" + (char) ('a' + i)));
      }
    }

    /** An action has one fate, whenever it is asked for. */
    private Fate.Ending fate(FakeAction action) {
      Random own = new Random(action.id.hashCode());
      Duration after = TICK.multipliedBy(1 + own.nextInt(6));
      if (own.nextInt(100) >= failurePercent) {
        return Fate.Ending.done(after);
      }
      Attempt.Cause cause =
          List.of(Attempt.Cause.NONE, Attempt.Cause.TIMED_OUT, Attempt.Cause.REFUSED)
              .get(own.nextInt(3));
      return new Fate.Ending(
          after, own.nextInt(10) == 0 ? ActionState.LOST : ActionState.FAILED, cause);
    }

    private FakeRun run(String label) {
      FakeRun run = new FakeRun(label);
      int stages = 1 + random.nextInt(3);
      int index = 0;
      for (; index < stages; index++) {
        List<NodeId> targets =
            cluster.ids().stream().filter(node -> random.nextInt(5) > 0).toList();
        run.add(stage("stage-" + index, targets.size()).at(index), targets);
      }
      if (random.nextInt(2) == 0) {
        run.add(
            Plans.stage("undo", 0).step("undo").concurrency(3).maxFailures(2).rollback().at(index),
            List.of());
      }
      return run;
    }

    private Plans stage(String name, int targets) {
      Plans plans =
          Plans.stage(name, targets)
              .concurrency(1 + random.nextInt(6))
              .maxFailures(random.nextInt(3))
              .onFailure(
                  List.of(
                          StagePlan.OnFailure.STOP,
                          StagePlan.OnFailure.CONTINUE,
                          StagePlan.OnFailure.ROLLBACK)
                      .get(random.nextInt(3)));
      for (int step = 0; step <= random.nextInt(3); step++) {
        plans.step("step-" + step, random.nextInt(3), TICK.multipliedBy(random.nextInt(4)));
      }
      if (random.nextInt(3) == 0) {
        plans.batches("1", "10%", "30%");
      }
      if (random.nextInt(2) == 0) {
        plans.minHealthy(targets * random.nextInt(90) / 100);
      }
      if (random.nextInt(3) == 0) {
        plans.settle(TICK, TICK.multipliedBy(2), Duration.ofMinutes(3));
      }
      if (random.nextInt(4) == 0) {
        plans.approval(1 + random.nextInt(2), Duration.ofMinutes(20));
      }
      if (random.nextInt(6) == 0) {
        plans.exclusive();
      }
      if (random.nextInt(5) == 0) {
        plans.windows(every(9, 20), every(10, 50), every(12, 300));
      }
      return plans;
    }

    private static Window every(int hour, int minutes) {
      return new Window(
          new TreeSet<>(), LocalTime.of(hour, 0), Duration.ofMinutes(minutes), ZoneId.of("UTC"));
    }

    Decision tick(int number) {
      cluster.now = cluster.now.plus(TICK);
      boolean calm = number > calmAfter;
      changeHealth(calm);
      peopleAct(calm, number);
      cluster.executeOnAgents();
      cluster.progress();
      Invariants invariants = new Invariants(cluster);
      Decision decision = cluster.schedule();
      invariants.holdAfter(decision);
      return decision;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(cluster.settings.toString());
      cluster.runs.forEach(
          run -> text.append('\n').append(run.label).append(' ').append(run.state).append(run.why));
      Scheduler.decide(cluster.view(), cluster.now)
          .verdicts()
          .forEach(verdict -> text.append('\n').append(verdict));
      return text.toString();
    }

    private void changeHealth(boolean calm) {
      for (FakeNode node : cluster.nodes.values()) {
        boolean change = random.nextInt(60) == 0;
        NodeStatus status =
            calm || (change && node.status() != NodeStatus.UP)
                ? NodeStatus.UP
                : change
                    ? List.of(NodeStatus.UNHEALTHY, NodeStatus.NODE_DOWN, NodeStatus.UNREACHABLE)
                        .get(random.nextInt(3))
                    : node.status();
        node.see(status, cluster.now);
      }
    }

    private void peopleAct(boolean calm, int number) {
      if (!calm && random.nextInt(15) == 0) {
        NodeId node = cluster.ids().get(random.nextInt(cluster.ids().size()));
        boolean onCluster = random.nextInt(6) == 0;
        FakeAction action =
            cluster.addAction(
                "by hand " + number, onCluster ? Optional.empty() : Optional.of(node));
        action.exclusive = random.nextInt(5) == 0;
        action.evenWhenDown = random.nextInt(2) == 0;
      }
      for (FakeRun run : cluster.runs) {
        if (calm || random.nextInt(20) == 0) {
          run.pausedBy = calm || run.pausedBy.isPresent() ? Optional.empty() : Optional.of("bruno");
        }
        if (!calm && random.nextInt(400) == 0) {
          run.cancelledBy = Optional.of("bruno");
        }
        answer(run);
      }
    }

    private void answer(FakeRun run) {
      for (FakeRun.Stage stage : run.stages) {
        if (stage.askedAt.isPresent() && stage.openedAt.isEmpty() && random.nextInt(10) == 0) {
          boolean yes = random.nextInt(12) > 0;
          stage.answers.add(
              new RunSituation.Answer(
                  List.of("anna", "bruno", "carla").get(random.nextInt(3)),
                  yes ? RunSituation.Answer.Verdict.APPROVE : RunSituation.Answer.Verdict.REJECT,
                  cluster.now));
        }
      }
    }
  }
}
