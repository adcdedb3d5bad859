package dev.muster.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Journal;
import dev.muster.standalone.acceptance.Slack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Each part is killed in the middle of a run over 50 simulated nodes and 5 real agents. */
final class KillServerIT {

  private static final int SIMULATED = 50;
  private static final int REAL = 5;
  private static final List<String> STEPS = List.of("one", "two");
  private static final Duration ACTION = Duration.ofMillis(600);

  /** So many actions are left at the kill, at least: more than are on their way at a time. */
  private static final int LEFT_AT_LEAST = 20;

  private static final Duration BACK_AFTER = Duration.ofSeconds(3);
  private static final Duration PROGRESS_WITHIN = Slack.on(Duration.ofSeconds(5));
  private static final Duration PROGRESS_AT_ALL = Slack.on(Duration.ofMinutes(1));

  @TempDir private static @Nullable Path folder;
  private static @Nullable OnServer server;

  @BeforeAll
  static void start() {
    OnServer.assumeChosen();
    OnServer started = new OnServer(given(folder), 2, SIMULATED, ACTION);
    IntStream.rangeClosed(1, REAL)
        .forEach(node -> started.muster().addAgent(OnServer.CLUSTER, "real" + node));
    started.muster().awaitUp(OnServer.CLUSTER, SIMULATED + REAL);
    server = started;
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /**
   * Three by default; {@code ./check --real --long} takes 300. {@code -Dmuster.server.seed=15}
   * repeats one.
   */
  static Stream<Integer> seeds() {
    int only = Integer.getInteger("muster.server.seed", -1);
    int kills = Integer.getInteger("muster.server.kills", 3);
    return (only < 0 ? IntStream.range(0, kills) : IntStream.of(only)).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aRunCompletesWithEveryActionDoneOnceWhateverIsKilled(int seed) {
    OnServer on = given(server);
    Victim victim = Victim.of(seed);
    Random random = new Random(seed);
    Journal journal = Journal.in(given(folder));
    on.muster().apply(playbook(journal));
    String run = on.muster().startRun(OnServer.CLUSTER, "killed");
    awaitDone(random.nextInt(everything().size() - LEFT_AT_LEAST), run, journal);
    assertThat(on.muster().run(run).has("finishedAt")).as("finished before the kill").isFalse();
    victim.kill(on.services());
    assertThat(done(run, journal))
        .as("done when %s was killed: the run was open", victim)
        .hasSizeLessThan(everything().size());
    pass(Duration.ofMillis(random.nextLong(BACK_AFTER.toMillis())));
    victim.start(on.services());
    awaitProgress(victim, run, journal);
    JsonNode ended = on.muster().awaitEnd(run);
    assertThat(Json.text(ended, "state")).as("after the kill of %s", victim).isEqualTo("Completed");
    assertThat(done(run, journal)).containsExactlyInAnyOrderElementsOf(everything());
  }

  private static void awaitDone(int actions, String run, Journal journal) {
    Awaitility.await(actions + " actions done")
        .atMost(PROGRESS_AT_ALL)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> done(run, journal).size() >= actions);
  }

  private static void awaitProgress(Victim victim, String run, Journal journal) {
    int before = done(run, journal).size();
    long back = System.nanoTime();
    if (before < everything().size()) {
      Awaitility.await("progress after %s is back".formatted(victim))
          .atMost(PROGRESS_AT_ALL)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> done(run, journal).size() > before);
    }
    Duration waited = Duration.ofNanos(System.nanoTime() - back);
    System.out.printf(
        "%s was back with %d of %d actions done; progress %d ms later%n",
        victim, before, everything().size(), waited.toMillis());
    assertThat(waited).as("progress after %s is back", victim).isLessThan(PROGRESS_WITHIN);
  }

  /**
   * What was done, by simulated and by real nodes; an action that was done twice is there twice.
   */
  private static List<String> done(String run, Journal journal) {
    List<String> done = new ArrayList<>(journal.lines());
    given(server).finished(run).forEach(action -> done.add(action.node() + " " + action.step()));
    return done;
  }

  private static List<String> everything() {
    return Stream.concat(simulated(), real())
        .flatMap(node -> STEPS.stream().map(step -> node + " " + step))
        .toList();
  }

  private static Stream<String> simulated() {
    return IntStream.range(0, SIMULATED).mapToObj(FleetServer::nodeId);
  }

  private static Stream<String> real() {
    return IntStream.rangeClosed(1, REAL).mapToObj(node -> "real" + node);
  }

  private static void pass(Duration time) {
    Awaitility.await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }

  private static String playbook(Journal journal) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: killed}
    stages:
      - name: simulated
        targets: {nodes: [%s]}
        concurrency: 8
        steps: [%s]
      - name: real
        targets: {nodes: [%s]}
        concurrency: 2
        steps: [%s]
    """
        .formatted(
            simulated().collect(Collectors.joining(", ")),
            STEPS.stream()
                .map(step -> "{name: %s, action: test.success}".formatted(step))
                .collect(Collectors.joining(", ")),
            real().collect(Collectors.joining(", ")),
            STEPS.stream()
                .map(step -> journal.step(step, "0.3"))
                .collect(Collectors.joining(", ")));
  }

  private static <T> T given(@Nullable T thing) {
    if (thing == null) {
      throw new IllegalStateException("not started");
    }
    return thing;
  }
}
