package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs end, time passes, and a worker removes them; what is open or among the newest stays. */
final class RetentionIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final String QUICK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: quick}
      stages:
        - name: only
          targets: {select: ""}
          steps:
            - {name: work, action: test.success}
      """;

  private static final String ASKING =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: asking}
      stages:
        - name: only
          targets: {select: ""}
          approval: {required: 1, requesterMay: true}
          steps:
            - {name: work, action: test.success}
      """;

  @TempDir private Path folder;

  @Test
  void endedRunsGoIntoTheFolderAndOutOfTheRecordsAndTheOpenOneStays() throws IOException {
    Path export = folder.resolve("export");
    Map<String, String> settings =
        Map.of("MUSTER_RETENTION_EXPORT", export.toString(), "MUSTER_RETENTION_EVERY", "200ms");
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder, settings)) {
      muster.addCluster(CLUSTER);
      muster.addAgent(CLUSTER, "n1");
      muster.awaitUp(CLUSTER, 1);
      muster.apply(QUICK);
      muster.apply(ASKING);
      String open = muster.startRun(CLUSTER, "asking");
      List<String> ended = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String run = muster.startRun(CLUSTER, "quick");
        muster.awaitEnd(run);
        ended.add(run);
      }

      muster
          .api()
          .patch(ApiPath.of("retention"), Json.object().put("runs", "PT1S").put("atLeast", 1));

      List<String> gone = ended.subList(0, 2);
      gone.forEach(run -> awaitGone(muster, run));
      assertThat(Json.text(muster.run(ended.getLast()), "state")).isEqualTo("Completed");
      assertThat(muster.run(open).has("finishedAt")).isFalse();
      assertThat(Json.items(actions(muster), "items"))
          .extracting(action -> Json.text(action, "run"))
          .containsOnly(ended.getLast());
      assertThat(exported(export, "run")).containsExactlyInAnyOrderElementsOf(gone);
      assertThat(exported(export, "action")).hasSize(2);
      JsonNode removal = muster.api().get(ApiPath.of("retention")).json().path("removal");
      assertThat(removal.path("inAll").path("runs").asInt()).isEqualTo(2);
      assertThat(Json.text(removal, "export")).isEqualTo(export.toString());

      muster.api().post(ApiPath.of("runs", open, "approve"), Json.object());
      assertThat(Json.text(muster.awaitEnd(open), "state")).isEqualTo("Completed");
    }
  }

  private static void awaitGone(Installation muster, String run) {
    Awaitility.await("run " + run + " is gone").atMost(SOON).until(() -> isGone(muster, run));
  }

  private static boolean isGone(Installation muster, String run) {
    try {
      muster.run(run);
      return false;
    } catch (ApiFailure none) {
      return none.kind() == ApiFailure.Kind.REFUSED && none.line().contains("there is no run");
    }
  }

  private static JsonNode actions(Installation muster) {
    return muster.api().get(ApiPath.of("actions").with("cluster", CLUSTER)).json();
  }

  /** The ids of what was exported; each line must parse. */
  private static List<String> exported(Path export, String record) throws IOException {
    try (Stream<Path> files = Files.walk(export)) {
      List<String> ids = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(file.toString()).endsWith(".jsonl");
        Files.readAllLines(file).stream()
            .map(Json::parse)
            .filter(line -> Json.text(line, "record").equals(record))
            .forEach(line -> ids.add(Json.text(line, "id")));
      }
      return ids;
    }
  }
}
