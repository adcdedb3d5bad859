package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.cycle.Recall;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.core.CoreActions;
import dev.muster.records.core.CoreTurn;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Runs with steps that Muster itself executes. */
final class CoreRunTest {

  @AutoClose private final Scene scene = Scene.of(Recall.CHECKED, "n1", "n2");
  private final CoreActions worker = scene.records().coreActions(UUID.randomUUID());

  @Test
  void eachNodeHasItsOwnWithItsOutputsAndItsAttempts() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: ""}
                concurrency: 2
                steps:
                  - {name: ask, action: http, runs: core, retries: {max: 1},
                     args: {url: "http://127.0.0.1:1/${node.id}"}}
                  - {name: rest, action: wait, runs: core, when: steps.ask.outputs.rest == "yes",
                     args: {for: 1s}}
            """);
    run.advance();
    scene.cycle();
    List<CoreTurn> turns = take();
    assertThat(turns.stream().map(turn -> turn.push().args().path("url").asString()))
        .containsExactlyInAnyOrder("http://127.0.0.1:1/n1", "http://127.0.0.1:1/n2");
    for (CoreTurn turn : turns) {
      boolean first = turn.push().node().value().equals("n1");
      end(turn, first ? ActionState.DONE : ActionState.FAILED, first ? "yes" : "");
    }
    scene.cycle();
    assertThat(run.steps(0, "n1")).containsExactly("ask 1 DONE", "rest 1 RUNNING");
    assertThat(run.steps(0, "n2")).containsExactly("ask 1 FAILED", "ask 2 RUNNING");
    for (CoreTurn turn : take()) {
      end(turn, ActionState.DONE, "no");
    }
    scene.cycle();
    run.advance();
    assertThat(run.nodes(0)).containsExactlyInAnyOrder("n1 SUCCEEDED", "n2 SUCCEEDED");
    assertThat(run.steps(0, "n2")).containsExactly("ask 1 FAILED", "ask 2 DONE");
  }

  @Test
  void anAgentThatStaysSilentDoesNotEndWhatItNeverHears() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {nodes: [n1]}
                steps: [{name: pause, action: wait, runs: core, timeout: 2d, args: {for: 1d}}]
            """);
    scene.agent("n1").close();
    run.advance();
    scene.cycle();
    for (int hour = 0; hour < 3; hour++) {
      scene.clock().advance(Duration.ofHours(1));
      scene.cycle();
      run.advance();
    }
    assertThat(run.steps(0, "n1")).containsExactly("pause 1 RUNNING");
    end(take().getFirst(), ActionState.DONE, "");
    scene.cycle();
    assertThat(run.advance().state()).isEqualTo(ProgressState.COMPLETED);
  }

  private List<CoreTurn> take() {
    return worker.take(scene.clock().instant(), 9);
  }

  private void end(CoreTurn turn, ActionState state, String rest) {
    worker.end(
        turn.push().id(),
        state,
        Optional.of(WireFormat.JSON.createObjectNode().put("rest", rest)),
        state == ActionState.FAILED
            ? Optional.of(new Failure("it broke", List.of()))
            : Optional.empty(),
        Cause.NONE,
        scene.clock().instant());
  }
}
