package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** When a run is told to look again, so that what it shows does not grow old. */
final class AnnouncedTest {

  private static final String[] STEPS = {"{name: one, action: test.success}"};

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void runThatOnlyWaitsIsToldWhatFor() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    scene.agent("n1").close();

    run.cycle();

    assertThat(scene.signals().progressed()).containsExactly(run.id());
    assertThat(run.advance().details()).contains("| n1 | NODE_NOT_UP |");
    scene.clock().advance(Duration.ofSeconds(3));
    scene.signals().clear();
    run.cycle();
    assertThat(scene.signals().progressed()).as("it waits for the same").isEmpty();
  }

  @Test
  void runIsToldLaterOfWhatMovedWhenItHadJustBeenTold() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    canary.finish(canary.held().getFirst());
    run.cycle();
    assertThat(run.advance().details())
        .contains("| 2 | rest | SchedulableWait | 2 | 0 | 0 of 0 | 2 |");
    scene.signals().clear();

    run.cycle();
    assertThat(scene.signals().progressed()).as("told just before").isEmpty();
    scene.clock().advance(Duration.ofSeconds(3));
    run.cycle();
    assertThat(scene.signals().progressed()).containsExactly(run.id());
    assertThat(run.advance().details()).contains("| 2 | 0 | 0 of 0 | 2 |");
    scene.clock().advance(Duration.ofSeconds(3));
    run.cycle();
    assertThat(scene.signals().progressed()).as("told once").hasSize(1);
  }
}
