package dev.muster.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Services;
import dev.muster.standalone.acceptance.Slack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers share one cluster of 2,000 simulated nodes, and come and go in the middle of its runs.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // only so that the workers grow from one
final class ScaleOutIT {

  private static final int NODES = 2_000;
  private static final Duration RUN_AT_MOST = Duration.ofMinutes(5);

  /** A worker's grace, and the time that its JVM needs to end. */
  private static final Duration STOPS_WITHIN = Slack.on(Duration.ofSeconds(13));

  private static final Duration GAP_AT_MOST = Slack.on(Duration.ofSeconds(5));

  @TempDir private static @Nullable Path folder;
  private static @Nullable OnServer server;

  @BeforeAll
  static void start() {
    OnServer.assumeChosen();
    server = new OnServer(given(folder), 1, NODES, Duration.ofMillis(500));
    given(server).muster().apply(playbook());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  @Order(1)
  void oneTwoAndFourWorkersShareTheBatchesOfOneCluster() {
    for (int workers : List.of(1, 2, 4)) {
      scaleTo(workers);
      double[] before = calls();
      String run = startRun();
      awaitCompleted(run);
      Awaitility.await("each of %d workers calls agents".formatted(workers))
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> {
            given(server).muster().awaitUp(OnServer.CLUSTER, NODES); // a cycle over all nodes
            double[] now = calls();
            return IntStream.range(0, workers).allMatch(worker -> now[worker] > before[worker]);
          });
    }
  }

  @Test
  @Order(2)
  void aWorkerThatIsAddedAndOneThatIsKilledInTheMiddleOfARunNeedNothing() {
    String run = startRun();
    awaitDone(run, NODES / 10);
    services().addWorker();
    services().killWorker(0);
    awaitCompleted(run);
    services().startWorker(0);
  }

  @Test
  @Order(3)
  void aWorkerThatIsStoppedInTheMiddleOfARunEndsWithinItsGraceAndLeavesNoGap() {
    String run = startRun();
    awaitDone(run, NODES / 10);
    for (int worker = 1; worker < services().workers(); worker++) {
      assertThat(services().stopWorker(worker)).isLessThan(STOPS_WITHIN);
    }
    awaitCompleted(run);
    assertThat(longestGap(run)).isLessThan(GAP_AT_MOST);
  }

  private static void scaleTo(int workers) {
    while (services().workers() < workers) {
      services().addWorker();
    }
  }

  /** How often each worker called an agent. */
  private static double[] calls() {
    return IntStream.range(0, services().workers())
        .mapToDouble(worker -> services().metric(worker, "muster_agent_calls_seconds_count"))
        .toArray();
  }

  private static Services services() {
    return given(server).services();
  }

  private static String startRun() {
    return given(server).muster().startRun(OnServer.CLUSTER, "wide");
  }

  private static void awaitDone(String run, int actions) {
    Awaitility.await(actions + " actions done")
        .atMost(RUN_AT_MOST)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> given(server).finished(run).size() >= actions);
  }

  /** Every action exactly once, on every node. */
  private static void awaitCompleted(String run) {
    var ended = given(server).muster().awaitRun(run, RUN_AT_MOST, seen -> seen.has("finishedAt"));
    assertThat(Json.text(ended, "state")).isEqualTo("Completed");
    assertThat(given(server).finished(run))
        .extracting(OnServer.Finished::node)
        .hasSize(NODES)
        .doesNotHaveDuplicates();
  }

  private static Duration longestGap(String run) {
    long[] times =
        given(server).finished(run).stream().mapToLong(OnServer.Finished::nanos).sorted().toArray();
    double longest =
        IntStream.range(1, times.length)
            .mapToDouble(index -> times[index] - times[index - 1])
            .max()
            .orElse(0);
    return Duration.ofNanos((long) longest);
  }

  private static String playbook() {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: wide}
    stages:
      - name: all
        targets: {select: ""}
        concurrency: 100
        steps: [{name: work, action: test.success}]
    """;
  }

  private static <T> T given(@Nullable T thing) {
    if (thing == null) {
      throw new IllegalStateException("not started");
    }
    return thing;
  }
}
