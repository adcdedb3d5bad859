package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code muster up} with its own PostgreSQL, when one of them is killed, or both at once. */
@Tag("deep")
final class DurabilityIT {

  private static final int ROUNDS = 8;
  private static final int CLUSTERS = 50;
  private static final int MORE_CLUSTERS = 5;

  @TempDir Path folder;

  @Test
  void whatWasAnsweredWith201IsThereAfterEachKillOfBothAndEachStartWorksAtTheFirstTry()
      throws Exception {
    int port = PortBlock.free();
    try (OneProcess up = new OneProcess(folder, port, TestedEngine.EMBEDDED);
        HttpClient http = HttpClient.newHttpClient()) {
      int created = 0;
      for (int round = 1; round <= ROUNDS; round++) {
        int target = CLUSTERS + (round - 1) * MORE_CLUSTERS;
        while (created < target) {
          created++;
          assertThat(create(http, port, "c-" + created)).isEqualTo(201);
        }
        ProcessHandle postgres = postmaster();
        postgres.destroyForcibly();
        up.kill();
        up.startAgain();
        assertThat(clusters(http, port)).as("after kill %d", round).isEqualTo(created);
        assertThat(postmaster().pid()).isNotEqualTo(postgres.pid());
      }
    }
  }

  @Test
  void aPostgresqlThatOutlivedMusterIsTakenOver() throws Exception {
    int port = PortBlock.free();
    try (OneProcess up = new OneProcess(folder, port, TestedEngine.EMBEDDED)) {
      ProcessHandle postgres = postmaster();
      up.kill();
      up.startAgain();
      assertThat(postmaster().pid()).isEqualTo(postgres.pid());
    }
  }

  @Test
  void aRunGoesOnAfterPostgresqlAloneWasKilled() throws Exception {
    Journal journal = Journal.in(folder);
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.apply(
          """
          apiVersion: muster/v1
          kind: Playbook
          metadata: {name: two}
          stages:
            - name: all
              targets: {select: ""}
              steps:
                - %s
                - %s
          """
              .formatted(journal.step("one", "1"), journal.step("two", "1")));
      String run = muster.startRun("prod", "two");
      muster.awaitRun(
          run, Duration.ofSeconds(30), shown -> Json.text(shown, "summary").contains("1 running"));
      ProcessHandle postgres = postmaster();
      postgres.destroyForcibly();
      assertThat(journal.lines()).hasSizeLessThan(2);

      JsonNode ended = muster.awaitEnd(run);
      assertThat(Json.text(ended, "state")).isEqualTo("Completed");
      assertThat(journal.lines()).containsExactly("n1 one", "n1 two");
      assertThat(postmaster().pid()).isNotEqualTo(postgres.pid());
      Awaitility.await("readiness")
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> muster.api().get(ApiPath.of("clusters", "prod")).json().has("name"));
    }
  }

  private static int create(HttpClient http, int port, String name)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/clusters".formatted(port)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"%s\"}".formatted(name)))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private static int clusters(HttpClient http, int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/v1/clusters?limit=500".formatted(port)))
            .build();
    String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return (int) Stream.of(body.split("\"name\":\"c-", -1)).count() - 1;
  }

  private ProcessHandle postmaster() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("data/postgresql/postmaster.pid"));
    return ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).orElseThrow();
  }
}
