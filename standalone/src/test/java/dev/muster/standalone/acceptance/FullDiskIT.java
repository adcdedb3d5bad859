package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk under {@code muster up} fills up, PostgreSQL ends of it, and there is room again. */
final class FullDiskIT {

  private static final String SIZE = "size=400m";

  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", disk.toString()))
        .as("mount, which needs root")
        .isZero();
  }

  @AfterEach
  void unmount() throws Exception {
    http.close();
    run("umount", "-l", disk.toString());
  }

  @Test
  void everybodySaysSoAndEverythingGoesOnByItselfWhenThereIsRoom() throws Exception {
    Journal journal = Journal.in(folder);
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, disk)) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.apply(playbook(journal));
      String run = muster.startRun("prod", "long");
      muster.awaitRun(
          run, Duration.ofSeconds(30), shown -> Json.text(shown, "summary").contains("1 running"));
      fill();

      expectFull(muster, "{\"name\":\"small\"}");
      expectFull(
          muster, "{\"name\":\"large\",\"labels\":{\"a\":\"%s\"}}".formatted("x".repeat(500_000)));
      expectNotReady(muster);
      ProcessHandle.of(postmaster()).orElseThrow().destroyForcibly();
      Awaitility.await("the reason, now that PostgreSQL is gone")
          .atMost(Duration.ofSeconds(20))
          .until(() ->
              send(muster, "/actuator/health/readiness", "")
                  .body()
                  .contains("PostgreSQL ended (the disk is full"));
      expectFull(muster, "{\"name\":\"small\"}");
      assertThat(send(muster, "/v1/clusters", "").statusCode()).isIn(200, 507);

      Files.delete(disk.resolve("filler"));
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(journal.lines()).containsExactly("n1 one", "n1 two");
      muster.addCluster("small");
      assertThat(send(muster, "/actuator/health/readiness", "").statusCode()).isEqualTo(200);
    }
  }

  private static String playbook(Journal journal) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: long}
    stages:
      - name: all
        targets: {select: ""}
        steps:
          - %s
          - %s
    """
        .formatted(journal.step("one", "4"), journal.step("two", "1"));
  }

  private void expectFull(Installation muster, String cluster) throws Exception {
    HttpResponse<String> answer = send(muster, "/v1/clusters", cluster);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(507);
    assertThat(answer.body())
        .contains("urn:muster:problem:disk-full", "the disk is full", "make room");
  }

  private void expectNotReady(Installation muster) throws Exception {
    HttpResponse<String> answer = send(muster, "/actuator/health/readiness", "");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("the disk is full");
  }

  /** GET without a body, POST with one. */
  private HttpResponse<String> send(Installation muster, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(muster.url() + path));
    if (!body.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private long postmaster() throws IOException {
    return Long.parseLong(
        Files.readAllLines(disk.resolve("data/postgresql/postmaster.pid")).getFirst().strip());
  }

  private void fill() throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream filler = Files.newOutputStream(disk.resolve("filler"))) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException full) {
      assertThat(disk.toFile().getUsableSpace()).isZero();
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
