package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Muster is killed in the middle of a run and started again. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class KillIT {

  private static final int NODES = 3;
  private static final List<String> STEPS = List.of("one", "two");
  private static final Duration RUN_TAKES_ABOUT = Duration.ofSeconds(3);

  private final TestedEngine engine;

  KillIT(TestedEngine engine) {
    this.engine = engine;
  }

  /** From the moment that Muster answers again; a real engine has to notice that workers died. */
  private Duration progressWithin() {
    return Slack.on(Duration.ofSeconds(engine == TestedEngine.EMBEDDED ? 3 : 5));
  }

  /** Two by default; {@code ./check --long} takes twenty. The seed is the number. */
  static Stream<Integer> seeds() {
    return IntStream.range(0, Integer.getInteger("muster.kills", 2)).boxed();
  }

  @ParameterizedTest(name = "kill at seeded moment {0}")
  @MethodSource("seeds")
  void aRunThatWasKilledInTheMiddleCompletesWithEveryActionExecutedOnce(
      int seed, @TempDir Path folder) throws Exception {
    Path journal = Files.createFile(folder.resolve("journal"));
    try (Installation muster = new Installation(engine, folder)) {
      muster.addCluster("prod");
      for (int node = 1; node <= NODES; node++) {
        muster.addAgent("prod", "n" + node);
      }
      muster.apply(playbook(journal));
      String run = muster.startRun("prod", "journalled");
      Duration moment = Duration.ofMillis(new Random(seed).nextLong(RUN_TAKES_ABOUT.toMillis()));
      Awaitility.await().pollDelay(moment).until(() -> true);
      muster.kill();
      long before = lines(journal);
      muster.startAgain();
      if (before < expected().size()) {
        Awaitility.await("progress after the restart")
            .atMost(progressWithin())
            .pollInterval(Duration.ofMillis(20))
            .until(() -> lines(journal) > before || muster.run(run).has("finishedAt"));
      }
      JsonNode ended = muster.awaitEnd(run);
      assertThat(Json.text(ended, "state")).isEqualTo("Completed");
      assertThat(Files.readAllLines(journal)).containsExactlyInAnyOrderElementsOf(expected());
    }
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, NODES)
        .boxed()
        .flatMap(node -> STEPS.stream().map(step -> "n" + node + " " + step))
        .toList();
  }

  private static long lines(Path journal) throws IOException {
    try (Stream<String> lines = Files.lines(journal)) {
      return lines.count();
    }
  }

  /** Every step writes one line when it is done; a step that ran twice would write two. */
  private static String playbook(Path journal) {
    String steps =
        STEPS.stream()
            .map(step ->
                "      - {name: %s, action: exec.command, args: {argv: [/bin/sh, -c, 'sleep 0.3; echo ${node.id} %s >> %s']}}"
                    .formatted(step, step, journal))
            .collect(Collectors.joining("\n"));
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: journalled}
    stages:
      - name: first
        targets: {nodes: [n1]}
        steps:
    %1$s
      - name: rest
        targets: {select: "", except: stages.first}
        steps:
    %1$s
    """
        .formatted(steps);
  }
}
