package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A run of many stages, each of which does one step on every node; about ten seconds of work. */
record LongRun(Installation muster, Journal journal, String id) {

  static final String CLUSTER = "prod";
  static final List<String> NODES = List.of("n1", "n2", "n3");
  private static final int STAGES = 6;

  /** So much must be left of it to be worth a kill. */
  private static final int LEFT_AT_LEAST = 6;

  /** Starts one, with an empty journal. */
  static LongRun start(Installation muster, Path folder) {
    Journal journal = Journal.in(folder);
    muster.apply(playbook(journal));
    return new LongRun(muster, journal, muster.startRun(CLUSTER, "long"));
  }

  boolean isNearlyOver() {
    return everything().size() - journal.lines().size() < LEFT_AT_LEAST;
  }

  /** As {@link Blow.Moment#BETWEEN_STAGES} says; at the beginning of the run too. */
  boolean isBetweenStages() {
    List<String> done = journal.lines();
    return IntStream.range(1, STAGES)
        .anyMatch(
            stage -> done.containsAll(actionsOf(stage)) && done.size() == NODES.size() * stage);
  }

  /** Every action was done, none twice, and Muster says so. */
  void requireCompletedWithEveryActionDoneOnce() {
    JsonNode ended = muster.awaitEnd(id);
    assertThat(Json.text(ended, "state"))
        .as("run %s: %s", id, Json.text(ended, "stateReason"))
        .isEqualTo("Completed");
    assertThat(journal.begun()).containsExactlyInAnyOrderElementsOf(everything());
    assertThat(journal.lines()).containsExactlyInAnyOrderElementsOf(everything());
  }

  static List<String> everything() {
    return IntStream.rangeClosed(1, STAGES).boxed().flatMap(LongRun::stage).toList();
  }

  private static List<String> actionsOf(int stage) {
    return stage(stage).toList();
  }

  private static Stream<String> stage(int stage) {
    return NODES.stream().map(node -> node + " s" + stage);
  }

  /** A stage settles for a moment, so that there is a time between two of them. */
  private static String playbook(Journal journal) {
    String stages =
        IntStream.rangeClosed(1, STAGES)
            .mapToObj(stage ->
                """
                  - name: stage-%d
                    targets: {select: ""}
                    concurrency: 2
                    settle: {wait: 200ms}
                    steps: [%s]
                """
                    .formatted(stage, journal.step("s" + stage, "0.4")))
            .collect(Collectors.joining());
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: long}
    stages:
    %s\
    """
        .formatted(stages);
  }
}
