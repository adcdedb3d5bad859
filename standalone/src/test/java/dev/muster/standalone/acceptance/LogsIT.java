package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Main;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What actions printed: followed, kept, and there when their agent is gone. */
@Tag("deep")
final class LogsIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Slack.on(Duration.ofSeconds(30));
  private static final int LINES = 500_000;
  private static final long MIB = 1L << 20;

  /** What was printed has 50 MiB; none of those who pass it on may hold a good part of it. */
  private static final long ROOM = 40 * MIB;

  private static final Pattern LEFT_OUT =
      Pattern.compile("\\[muster: (\\d+) bytes of the log are left out here]");

  @TempDir private Path folder;

  /** Alone: whoever follows ten megabytes a second needs a processor for it. */
  @Test
  @Tag("alone")
  void fiftyMegabytesInFiveSecondsAreFollowedWithoutALossInBoundedMemory() throws Exception {
    try (Installation muster = installation()) {
      OneProcess up = (OneProcess) muster.processes();
      muster.addAgent(CLUSTER, "n1");
      muster.awaitUp(CLUSTER, 1);
      // Once before, so that what it takes to work at all is there.
      awaitState(muster, printed(muster, "n1", "awk 'BEGIN{for(i=0;i<100000;i++)print \"warm\"}'"));
      long upBefore = up.resident();
      long agentBefore = muster.agentResident("n1");

      Path go = folder.resolve("go");
      String action =
          printed(
              muster,
              "n1",
              "until test -e %s; do sleep 0.05; done; exec awk '%s'".formatted(go, chatter()));
      Path fast = folder.resolve("fast");
      Process follower = reader(muster, action, fast, List.of("-f"));
      try (InputStream late = open(muster, "/v1/actions/%s/log?follow=true".formatted(action))) {
        Awaitility.await("it is followed").atMost(SOON).until(() -> isFollowed(muster, action));
        Files.createFile(go);
        long upMost = 0;
        long agentMost = 0;
        while (Json.text(action(muster, action), "finishedAt").isEmpty()) {
          upMost = Math.max(upMost, up.resident());
          agentMost = Math.max(agentMost, muster.agentResident("n1"));
        }
        assertThat(follower.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        upMost = Math.max(upMost, up.resident());
        assertThat(follower.exitValue()).isZero();
        assertThat(lines(fast)).as("lines in their order, none missing").isEqualTo(LINES);
        System.out.printf(
            "agent %d to %d MiB, Muster %d to %d MiB%n",
            agentBefore / MIB, agentMost / MIB, upBefore / MIB, upMost / MIB);
        assertThat(agentMost - agentBefore).as("the agent grew by").isLessThan(ROOM);
        assertThat(upMost - upBefore).as("Muster grew by").isLessThan(2 * ROOM);
        assertThatNothingIsMissingUnsaid(late);
      }
    }
  }

  @Test
  void aLogOutlivesItsAgentWithAllThatItHad() throws Exception {
    try (Installation muster = installation()) {
      muster.addAgent(CLUSTER, "n1");
      muster.awaitUp(CLUSTER, 1);
      String action = printed(muster, "n1", "echo one; echo two >&2; echo drei-ä");
      awaitState(muster, action);
      assertThat(text(muster, "/v1/actions/%s/log".formatted(action)))
          .contains("one\n")
          .contains("two\n")
          .contains("drei-ä\n");

      muster.killAgent("n1");
      FileSystemUtils.deleteRecursively(folder.resolve("n1"));

      Path shown = folder.resolve("shown");
      Process reader = reader(muster, action, shown, List.of());
      assertThat(reader.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(reader.exitValue()).isZero();
      assertThat(Files.readString(shown)).contains("one\n").contains("drei-ä\n");
      assertThat(text(muster, "/v1/actions/%s/log".formatted(action)))
          .contains("one\n")
          .contains("two\n")
          .contains("drei-ä\n");
    }
  }

  @Test
  void theLogsOfARunAreOneStreamWithNodeAndStepBeforeEachLine() throws Exception {
    try (Installation muster = installation()) {
      muster.addAgent(CLUSTER, "n1");
      muster.addAgent(CLUSTER, "n2");
      muster.awaitUp(CLUSTER, 2);
      muster.apply(PLAYBOOK);
      String run = muster.startRun(CLUSTER, "talk");
      String followed = text(muster, "/v1/runs/%s/logs?follow=true".formatted(run));
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(followed.lines())
          .containsExactlyInAnyOrder(
              "n1 first | hello from n1",
              "n1 second | and again",
              "n2 first | hello from n2",
              "n2 second | and again");
      assertThat(text(muster, "/v1/runs/%s/logs".formatted(run)).lines())
          .containsExactlyInAnyOrderElementsOf(followed.lines().toList());
    }
  }

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: talk}
      stages:
        - name: all
          targets: {nodes: [n1, n2]}
          concurrency: 2
          steps:
            - name: first
              action: exec.command
              args: {argv: [/bin/sh, -c, "echo hello from ${node.id}; sleep 1"]}
            - name: second
              action: exec.command
              args: {argv: [/bin/echo, and again]}
      """;

  private Installation installation() {
    Installation muster = new Installation(TestedEngine.EMBEDDED, folder);
    muster.addCluster(CLUSTER);
    return muster;
  }

  /** Fifty times a MiB, a little less than a tenth of a second after the one before. */
  private static String chatter() {
    return """
    BEGIN { pad = sprintf("%%096d", 0);
      for (c = 0; c < 50; c++) {
        for (i = 0; i < %d; i++) printf "%%07d %%s\\n", c * %d + i, pad;
        fflush(); system("sleep 0.08") } }
    """
        .formatted(LINES / 50, LINES / 50);
  }

  /** A command line of its own, with less memory than what it shows has. */
  private Process reader(Installation muster, String action, Path out, List<String> options)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx40m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "action",
                "log",
                action,
                "--server",
                muster.url()));
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectOutput(out.toFile())
        .redirectError(folder.resolve("follower.err").toFile())
        .start();
  }

  private static int lines(Path file) throws IOException {
    int next = 0;
    try (Stream<String> lines = Files.lines(file)) {
      for (String line : (Iterable<String>) lines::iterator) {
        assertThat(line).startsWith("%07d ".formatted(next));
        next++;
      }
    }
    return next;
  }

  /** Who reads late gets the beginning, a place that says how much is missing, and the end. */
  private static void assertThatNothingIsMissingUnsaid(InputStream late) throws IOException {
    long bytes = 0;
    long leftOut = 0;
    String last = "";
    BufferedReader lines = new BufferedReader(new InputStreamReader(late, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher mark = LEFT_OUT.matcher(line);
      if (mark.matches()) {
        leftOut += Long.parseLong(mark.group(1));
      } else {
        bytes += line.length() + 1;
        last = line;
      }
    }
    // A line that is cut in two, at the beginning of a gap, has no end of its own.
    assertThat(bytes + leftOut).isBetween(LINES * 105L, LINES * 105L + 10);
    assertThat(bytes).isGreaterThan(16_000_000);
    assertThat(last).startsWith("%07d ".formatted(LINES - 1));
  }

  private static String printed(Installation muster, String node, String script) {
    ObjectNode body = Json.object().put("kind", "exec.command").put("timeout", "PT2M");
    body.putObject("args").putArray("argv").add("/bin/sh").add("-c").add(script);
    return Json.text(
        muster.api().post(ApiPath.of("clusters", CLUSTER, "nodes", node, "actions"), body).json(),
        "id");
  }

  private static JsonNode action(Installation muster, String id) {
    return muster.api().get(ApiPath.of("actions", id)).json();
  }

  private static void awaitState(Installation muster, String action) {
    Awaitility.await("action " + action)
        .atMost(SOON)
        .until(() -> Json.text(action(muster, action), "state").equals("DONE"));
  }

  /** Two followers, one of which reads nothing yet; what Muster holds for them is in the kernel. */
  private boolean isFollowed(Installation muster, String action) {
    return Json.text(action(muster, action), "state").equals("RUNNING")
        && Files.exists(folder.resolve("fast"));
  }

  private static String text(Installation muster, String path) throws IOException {
    try (InputStream body = open(muster, path)) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(Installation muster, String path) throws IOException {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(muster.url() + path))
                  .header("Accept", "text/plain")
                  .build(),
              BodyHandlers.ofInputStream())
          .body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
