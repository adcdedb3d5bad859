package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.database.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An older database is put under agents that have gone on. */
final class RestoreIT {

  private static final List<String> STEPS = List.of("one", "two", "three", "four");

  @TempDir private Path folder;

  @Test
  void everyRunEndsAfterAnOlderDatabaseWasRestoredAndNothingIsDoneTwice() throws Exception {
    Journal journal = Journal.in(folder);
    Journal forgotten = Journal.in(folder);
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster("prod");
      for (int node = 1; node <= 3; node++) {
        muster.addAgent("prod", "n" + node);
      }
      muster.addCluster("late");
      muster.addAgent("late", "l1");
      muster.awaitUp("prod", 3);
      muster.awaitUp("late", 1);
      muster.apply(playbook("journalled", journal, "0.5"));
      muster.apply(playbook("forgotten", forgotten, "5"));
      String run = muster.startRun("prod", "journalled");
      awaitLines(journal, 1);

      muster.kill();
      Path backup = folder.resolve("backup");
      stopDatabase();
      copy(database(), backup);
      int atBackup = journal.lines().size();
      muster.startAgain();
      muster.startRun("late", "forgotten");
      awaitLines(journal, atBackup + 3);
      awaitAction(muster, "RUNNING");
      muster.kill();
      assertThat(journal.lines().size()).as("the run is open").isLessThan(3 * STEPS.size());
      stopDatabase();
      delete(database());
      copy(backup, database());
      muster.startAgain();

      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(journal.lines()).containsExactlyInAnyOrderElementsOf(expected());
      JsonNode found = awaitAction(muster, "DONE");
      assertThat(found.has("run")).isFalse();
      assertThat(found.path("metadata").path("step").asString()).isEqualTo("one");
      JsonNode shown = muster.api().get(ApiPath.of("actions", Json.text(found, "id"))).json();
      assertThat(shown.path("transitions").path(0).path("why").asString())
          .contains("found on the agent", "is not recorded");
      assertThat(Json.text(muster.awaitEnd(muster.startRun("prod", "journalled")), "state"))
          .isEqualTo("Completed");
    }
  }

  /** The only action of the node whose run is forgotten. */
  private static JsonNode awaitAction(Installation muster, String state) {
    return Awaitility.await("an action of l1 that is " + state)
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () ->
                muster
                    .api()
                    .get(ApiPath.of("actions").with("cluster", "late"))
                    .json()
                    .path("items")
                    .path(0),
            action -> action.path("state").asString("").equals(state));
  }

  private static void awaitLines(Journal journal, int atLeast) {
    Awaitility.await(atLeast + " lines in the journal")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> journal.lines().size() >= atLeast);
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, 3)
        .boxed()
        .flatMap(node -> STEPS.stream().map(step -> "n" + node + " " + step))
        .toList();
  }

  private static String playbook(String name, Journal journal, String seconds) {
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: muster/v1
            kind: Playbook
            metadata: {name: %s}
            stages:
              - name: all
                targets: {select: ""}
                concurrency: 2
                steps:
            """
                .formatted(name));
    STEPS.forEach(step -> text.append("      - ").append(journal.step(step, seconds)).append('\n'));
    return text.toString();
  }

  private Path database() {
    return folder.resolve("data").resolve("postgresql");
  }

  /** The database of a Muster that was killed. */
  private void stopDatabase() {
    EmbeddedDatabase.started(folder.resolve("data")).close();
  }

  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    run("cp", "-a", from.toString(), to.toString());
  }

  private static void delete(Path path) throws IOException, InterruptedException {
    run("rm", "-r", path.toString());
    assertThat(Files.exists(path)).isFalse();
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
