package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.CycleRequest.Watching;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A cycle goes on with what ends soon after it. */
final class StayingTest {

  private static final NodeId N1 = new NodeId("n1");

  private static final String ONE_STEP =
      """
      stages:
        - name: only
          targets: {nodes: [n1]}
          steps: [{name: one, action: test.success}]
      """;

  @Test
  void oneCycleServesRunsOfOneNodeOneAfterTheOther() {
    try (Scene scene = Scene.of(Duration.ofSeconds(9), "n1")) {
      List<Rollout> runs = Stream.generate(() -> Rollout.of(scene, ONE_STEP)).limit(3).toList();
      runs.forEach(Rollout::advance);
      scene.agent("n1").finishAtOnce();

      CycleReport report = scene.cycle();

      assertThat(report.figures().started()).isEqualTo(3);
      assertThat(report.watchable()).as("nothing is left to watch").isFalse();
      assertThat(scene.agent("n1").requests("POST /v1/actions")).isEqualTo(3);
      for (Rollout run : runs) {
        assertThat(run.detail().run().state()).isEqualTo(ProgressState.COMPLETED);
      }
      assertThat(scene.signals().progressed())
          .as("each is told that it waits, or started, and that it is over")
          .containsExactlyInAnyOrderElementsOf(
              runs.stream().flatMap(run -> Stream.of(run.id(), run.id())).toList());
      assertThat(scene.agent("n1").held())
          .allSatisfy(id -> assertThat(scene.show(id).course().pushedAt()).isPresent());
    }
  }

  @Test
  void aCycleThatNothingFollowsEndsAndRecordsWhatTheAgentTook() {
    try (Scene scene = Scene.of(Duration.ofMillis(20), "n1")) {
      ActionId action = scene.action("n1", ActionState.PENDING_SCHEDULE);

      CycleReport report = scene.cycle();

      assertThat(report.watchable()).isTrue();
      assertThat(scene.show(action).course().pushedAt()).isPresent();
      assertThat(
              scene
                  .records()
                  .cycles()
                  .list(Scene.CLUSTER, new PageRequest(1, Optional.empty()))
                  .items())
          .as("a report of it is kept")
          .isNotEmpty();
    }
  }

  @Test
  void whatHasOnlyBegunIsLeftForTheWatch() {
    try (Scene scene = Scene.of(Duration.ofMillis(300), "n1")) {
      ActionId action = scene.action("n1", ActionState.PENDING_SCHEDULE);
      scene.agent("n1").beginAtOnce();

      scene.cycle();

      assertThat(scene.agent("n1").report(action).state()).isEqualTo(ActionState.RUNNING);
      assertThat(scene.state(action)).isEqualTo(ActionState.PENDING_SCHEDULE);
      long cursor =
          scene
              .records()
              .nodeVisits()
              .of(Scene.CLUSTER, NodeSelection.named(List.of(N1)))
              .getFirst()
              .cursor();
      assertThat(scene.polls().fresh(Scene.CLUSTER, N1, scene.agent("n1").address(), cursor))
          .as("what it said is there for the watch")
          .isPresent();
    }
  }

  @Test
  void nobodyIsWaitedForWhileAPersonWaitsOrAWatchGoesOn() {
    try (Scene scene = Scene.of(Duration.ofSeconds(60), "n1")) {
      scene.action("n1", ActionState.PENDING_SCHEDULE);
      long began = System.nanoTime();

      scene.command(
          scene.action("n1", ActionState.PENDING_APPROVE), ActionCommand.Verb.APPROVE, "bob");
      scene
          .cycles()
          .cycle(
              new CycleRequest(
                  scene.fence().next(),
                  Trigger.NUDGE,
                  List.of(N1),
                  List.of(),
                  Optional.empty(),
                  Watching.ON));

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(50));
      assertThat(scene.agent("n1").unfinished()).isNotEmpty();
    }
  }
}
