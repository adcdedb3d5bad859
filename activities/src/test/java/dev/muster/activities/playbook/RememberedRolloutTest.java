package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.cycle.Recall;
import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunStanding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rollout goes the same way whether its process remembers the cluster or reads it anew. */
final class RememberedRolloutTest {

  static final String TWO_STAGES =
      """
      stages:
        - name: first
          targets: {nodes: [n1, n2]}
          concurrency: 1
          maxFailures: 1
          steps:
            - {name: one, action: test.success, retries: {max: 1}}
            - {name: two, action: test.success}
        - name: rest
          targets: {nodes: [n3, n4]}
          concurrency: 2
          maxFailures: 1
          steps: [{name: one, action: test.success}]
      """;

  /** Six of them; with more simulations, as {@code ./check --long} has them, up to sixty. */
  static IntStream seeds() {
    return IntStream.rangeClosed(
        1, Math.clamp(Integer.getInteger("muster.simulations", 300) / 50, 1, 60));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aRolloutIsTheSameWithAndWithoutMemory(int seed) {
    assertThat(story(seed, Recall.CHECKED)).isEqualTo(story(seed, Recall.COLD)).isNotEmpty();
  }

  /** Cycles of two processes, agents, people and the run's own moves in an order by chance. */
  private static List<String> story(int seed, Recall recall) {
    List<String> story = new ArrayList<>();
    try (Scene scene = Scene.of(recall, "n1", "n2", "n3", "n4")) {
      Rollout run = Rollout.of(scene, TWO_STAGES);
      RunStanding standing = run.advance();
      Random chance = new Random(seed);
      for (int step = 0; step < 400 && !standing.state().isFinal(); step++) {
        standing = something(scene, run, chance).orElse(standing);
        story.add("%s %s %s %s".formatted(step, standing.state(), run.nodes(0), run.nodes(1)));
      }
      story.add(standing.state() + " " + run.steps(0, "n1") + run.steps(1, "n4"));
    }
    return story;
  }

  private static Optional<RunStanding> something(Scene scene, Rollout run, Random chance) {
    switch (chance.nextInt(12)) {
      case 0, 1, 2 -> scene.cycle();
      case 3 -> scene.cycleElsewhere();
      case 4 -> {
        return Optional.of(run.advance());
      }
      case 5 -> {
        ActionId id = scene.action("n" + (1 + chance.nextInt(4)), ActionState.PENDING_APPROVE);
        scene.command(id, ActionCommand.Verb.APPROVE, "ada");
      }
      case 6 -> run.order(chance.nextBoolean() ? Verb.PAUSE : Verb.RESUME, "ada");
      case 7 -> {
        run.order(Verb.RESUME, "ada");
        scene.clock().advance(Duration.ofSeconds(chance.nextInt(30)));
      }
      case 8 -> scene.takeOver();
      default -> {
        FakeAgent agent = scene.agent("n" + (1 + chance.nextInt(4)));
        boolean fails = chance.nextInt(5) == 0;
        agent.unfinished().stream()
            .findFirst()
            .ifPresent(id -> {
              if (fails) {
                agent.fail(id, "by chance");
              } else {
                agent.finish(id);
              }
            });
      }
    }
    return Optional.empty();
  }
}
