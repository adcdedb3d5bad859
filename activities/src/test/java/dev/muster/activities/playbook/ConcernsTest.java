package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.workflows.contract.RunStanding;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a person with Temporal's Web UI only learns of nodes that are not well. */
final class ConcernsTest {

  private static final String ALL_AT_ONCE =
      """
      stages:
        - name: all
          targets: {select: ""}
          concurrency: 3
          steps: [{name: one, action: test.success}]
      """;

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void aRunThatFailedSaysWhichNodesFailedAndWhyAsTheAgentSaidIt() {
    Rollout run = Rollout.of(scene, ALL_AT_ONCE);

    RunStanding end = run.play((agent, id) -> agent.fail(id, "disk <b>full</b>\n| 99 `%`"));

    assertThat(end.details())
        .contains("**What failed**\n\n- `n1` in stage all: `")
        .contains("disk <b>full</b> | 99 '%'`\n")
        .doesNotContain("do not answer");
  }

  @Test
  void aRunSaysWhoseAgentsDoNotAnswerAndNothingWhenAllIsWell() {
    Rollout run = Rollout.of(scene, ALL_AT_ONCE);
    run.advance();
    run.cycle();
    assertThat(run.advance().details()).doesNotContain("What failed", "do not answer");
    scene.agent("n2").begin(scene.agent("n2").held().getFirst());
    run.cycle();
    scene.agent("n2").close();
    run.cycle();
    scene.clock().advance(Duration.ofSeconds(30));
    run.cycle();

    assertThat(run.advance().details())
        .contains("**Whose agents do not answer**\n\n- `n2` since ")
        .doesNotContain("- `n1`", "What failed");
  }
}
