package dev.muster.standalone.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Installation;
import dev.muster.standalone.acceptance.Slack;
import dev.muster.standalone.acceptance.TestedEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many short runs, one started after the other, as a script would. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
@Tag("alone")
final class QuickRunsIT {

  private static final Pattern REFUSALS =
      Pattern.compile(
          "ACTIVITY_UNKNOWN|Already accepted update|invalid history builder state"
              + "|refused a workflow task|stands still");
  private static final Pattern WATCHES = Pattern.compile("(?m)^muster_watches(?:\\{.*})? (\\S+)$");

  private final TestedEngine engine;

  QuickRunsIT(TestedEngine engine) {
    this.engine = engine;
  }

  @Test
  void aHundredRunsOneAfterTheOtherAreDoneWithinThirtySeconds(@TempDir Path folder)
      throws Exception {
    try (Installation muster = new Installation(engine, folder)) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.apply(quick("n1"));
      start(muster, 100);
      awaitAllCompleted(muster, Duration.ofSeconds(30));
      assertThat(watches(muster)).isLessThanOrEqualTo(1);
    }
    assertThat(refusals(folder)).isEmpty();
  }

  @Test
  void anAgentThatNeverAnswersHoldsUpNoneOfThreeHundredRuns(@TempDir Path folder) throws Exception {
    try (Installation muster = new Installation(engine, folder);
        Mute mute = new Mute()) {
      muster
          .api()
          .post(
              ApiPath.of("clusters"),
              Json.object()
                  .put("name", "prod")
                  .set(
                      "settings",
                      Json.object().put("busyInterval", "PT1S").put("idleInterval", "PT2S")));
      muster.addAgent("prod", "n1");
      muster.addNode("prod", "mute", mute.url());
      muster.apply(quick("n1"));
      start(muster, 300);
      awaitAllCompleted(muster, Duration.ofSeconds(90));
      assertThat(watches(muster)).isLessThanOrEqualTo(1);
    }
    assertThat(refusals(folder)).isEmpty();
  }

  private static void start(Installation muster, int runs) {
    for (int i = 0; i < runs; i++) {
      muster.startRun("prod", "quick");
    }
  }

  private static void awaitAllCompleted(Installation muster, Duration bar) {
    Awaitility.await("no open run")
        .atMost(Slack.on(bar))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> listed(muster, "true").isEmpty());
    assertThat(listed(muster, "false")).isNotEmpty().containsOnly("Completed");
  }

  private static List<String> listed(Installation muster, String open) {
    ApiPath runs = ApiPath.of("runs").with("open", open).with("limit", "500");
    return Json.items(muster.api().get(runs).json(), "items").stream()
        .map(run -> Json.text(run, "state"))
        .toList();
  }

  private static String quick(String node) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: quick}
    stages:
      - {name: all, targets: {nodes: [%s]}, steps: [{name: one, action: test.success}]}
    """
        .formatted(node);
  }

  /** Of a process that has API and worker in it; zero of any other. */
  private static double watches(Installation muster) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest metrics =
          HttpRequest.newBuilder(URI.create(muster.url() + "/actuator/prometheus")).build();
      Matcher watches =
          WATCHES.matcher(client.send(metrics, HttpResponse.BodyHandlers.ofString()).body());
      return watches.find() ? Double.parseDouble(watches.group(1)) : 0;
    }
  }

  private static List<String> refusals(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".log") || file.toString().endsWith(".err"))
          .flatMap(QuickRunsIT::lines)
          .filter(line -> REFUSALS.matcher(line).find())
          .toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Accepts connections and never answers. */
  private static final class Mute implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ConcurrentLinkedQueue<Socket> taken = new ConcurrentLinkedQueue<>();

    Mute() throws IOException {
      Thread.ofVirtual().start(this::take);
    }

    private void take() {
      try {
        while (!server.isClosed()) {
          taken.add(server.accept());
        }
      } catch (IOException closed) {
        // the end
      }
    }

    String url() {
      return "http://127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      server.close();
      for (Socket socket : taken) {
        socket.close();
      }
    }
  }
}
