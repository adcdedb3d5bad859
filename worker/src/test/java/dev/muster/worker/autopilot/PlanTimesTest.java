package dev.muster.worker.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.records.autopilot.PlanCancels;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.worker.EmbeddedEngine;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.client.EngineUnavailable;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Deadlines, plans that wait for others, and runs of plans that were deleted. */
final class PlanTimesTest {

  private static final String VERSION = "v1.30.1+k0s.0";

  @AutoClose private final UpdateScene scene = new UpdateScene();
  private final PlanLoop loop = scene.loop();

  @Test
  void aPlanWhoseDeadlinePassedIsCancelledOnce() {
    StoredObject plan = scene.plan("autopilot", VERSION, Map.of("muster.dev/deadline", "1h"));
    scene.turn(loop);
    assertThat(scene.cancelled).isEmpty();

    scene.clock.advance(Duration.ofHours(1));
    scene.turn(loop);
    scene.turn(scene.loop());

    assertThat(scene.cancelled)
        .singleElement()
        .satisfies(wanted -> {
          assertThat(wanted.run()).isEqualTo(plan.run().orElseThrow());
          assertThat(wanted.by()).isEqualTo("ada");
          assertThat(wanted.why()).contains("deadline passed");
        });
  }

  @Test
  void whatCannotBeCancelledWhileTheEngineIsAwayIsCancelledLater() {
    StoredObject plan = scene.plan("autopilot", VERSION, Map.of());
    scene.delete(plan);
    try (EmbeddedEngine notStarted = new EmbeddedEngine();
        EngineClient engine = new EngineClient(notStarted.client(), EngineClient.Attributes.NONE)) {
      PlanLoop alone = scene.loop(PlanRuns.of(scene.records, engine));
      assertThatThrownBy(() -> scene.turn(alone)).isInstanceOf(EngineUnavailable.class);
    }

    scene.turn(loop);
    scene.turn(loop);

    assertThat(scene.cancelled)
        .extracting(PlanCancels.Wanted::run)
        .containsExactly(plan.run().orElseThrow());
    assertThat(scene.cancelled.getFirst().why()).contains("was deleted");
  }

  @Test
  void aPlanBeginsWhenTheOneBeforeIsCompleted() {
    scene.plan("first", VERSION, Map.of());
    scene.plan("second", VERSION, Map.of("muster.dev/after", "prod/first"));
    scene.turn(loop);
    assertThat(scene.started).isEmpty();

    scene.end("first", "Completed", "SUCCEEDED");
    scene.turn(loop);
    scene.turn(scene.loop());

    assertThat(scene.started)
        .singleElement()
        .satisfies(started -> assertThat(scene.plan("second").run()).contains(started.run().id()));
  }

  @Test
  void aPlanWhoseOtherOneFailedOrIsGoneWaitsAndSaysWhy() {
    StoredObject first = scene.plan("first", VERSION, Map.of());
    scene.plan("second", VERSION, Map.of("muster.dev/after", "prod/first"));
    assertThat(description()).contains("waits until plan first of cluster prod is Completed");

    scene.end("first", "ApplyFailed", "FAILED");
    scene.turn(loop);
    assertThat(description()).contains("which ended as ApplyFailed", "muster k0s retry");
    long told = scene.plan("second").version();
    scene.turn(loop);
    assertThat(scene.plan("second").version()).as("it is told once").isEqualTo(told);

    scene.delete(first);
    scene.turn(loop);
    assertThat(description()).contains("which is not there");
    assertThat(scene.started).isEmpty();
    assertThat(scene.plan("second").status().orElseThrow().path("state").asString())
        .isEqualTo("SchedulableWait");
  }

  @Test
  void aRowOfPlansIsDoneOneAfterTheOther() {
    scene.plan("first", VERSION, Map.of());
    scene.plan("second", VERSION, Map.of("muster.dev/after", "prod/first"));
    scene.plan("third", VERSION, Map.of("muster.dev/after", "prod/second"));
    scene.turn(loop);
    assertThat(scene.started).isEmpty();

    scene.end("first", "Completed", "SUCCEEDED");
    scene.turn(loop);
    scene.turn(loop);
    assertThat(scene.started).hasSize(1);

    scene.end("second", "Completed", "SUCCEEDED");
    scene.turn(loop);
    assertThat(scene.started)
        .extracting(started -> started.run().id())
        .containsExactly(
            scene.plan("second").run().orElseThrow(), scene.plan("third").run().orElseThrow());
  }

  private String description() {
    return scene.plan("second").status().orElseThrow().at("/commands/0/description").asString("");
  }
}
