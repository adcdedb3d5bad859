package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.standalone.acceptance.Blow.Moment;
import dev.muster.standalone.acceptance.Blow.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * A series of kills over one installation, each in the middle of a run, while somebody else writes:
 * Muster, its PostgreSQL, both at once, agents.
 */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
@Tag("alone")
final class KillIT {

  /** So small that the embedded engine is replaced every few seconds. */
  private static final Map<String, String> SMALL_ENGINE = Map.of("MUSTER_ENGINE_MEMORY", "300KB");

  private static final Duration POLL = Duration.ofMillis(2);
  private static final Duration MOMENT_WITHIN = Duration.ofMinutes(3);
  private static final Duration PROGRESS_AT_ALL = Duration.ofMinutes(1);

  /** Shorter than a step, so that what has begun is still executing. */
  private static final long INTO_A_STEP_MILLIS = 300;

  /** Longer than a stage settles, so that some kills hit the opening of the next. */
  private static final long INTO_A_PAUSE_MILLIS = 350;

  private static final long INTO_THE_START_MILLIS = 2_500;
  private static final long AWAY_MILLIS = 1_500;

  @TempDir private static @Nullable Path folder;
  private static @Nullable KillSeries series;

  private final TestedEngine engine;

  KillIT(TestedEngine engine) {
    this.engine = engine;
  }

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Path own = Files.createDirectories(given(folder).resolve(engine.toString()));
    series = KillSeries.start(new Installation(engine, own, SMALL_ENGINE), own);
  }

  @AfterParameterizedClassInvocation
  static void stop(TestedEngine engine) {
    try (KillSeries on = given(series)) {
      on.tell(engine);
      on.run().requireCompletedWithEveryActionDoneOnce();
    }
  }

  /** Ten by default, {@code ./check --long} takes 300; {@code -Dmuster.kill.seed=7} repeats one. */
  static Stream<Integer> seeds() {
    int only = Integer.getInteger("muster.kill.seed", -1);
    int kills = Integer.getInteger("muster.kills", Blow.values().length);
    return (only < 0 ? IntStream.range(0, kills) : IntStream.of(only)).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nothingAcknowledgedIsLostAndNothingIsDoneTwiceWhateverIsKilledInTheMiddleOfARun(int seed) {
    KillSeries on = given(series);
    on.requireUp();
    Blow blow = Blow.of(seed);
    Random random = new Random(seed);
    LongRun run = awaitMoment(blow.on(engine), random);
    Optional<String> agent = strike(blow, run, random);
    pass(random.nextLong(AWAY_MILLIS));
    if (blow.on(engine) == Moment.AGAIN_IN_THE_START) {
      on.muster().processes().beginAgain();
      pass(random.nextLong(INTO_THE_START_MILLIS));
      killMuster(blow);
    }
    agent.ifPresentOrElse(on.muster()::startAgent, on.muster()::startAgain);
    Duration waited = awaitProgress(run);
    System.out.printf("seed %d, %s: progress after %d ms%n", seed, blow, waited.toMillis());
    on.note(waited);
    on.writes().requireAll();
    assertThat(run.journal().begun()).doesNotHaveDuplicates();
    assertThat(waited).as("progress after %s", blow).isLessThan(progressWithin());
  }

  /** From the moment that Muster answers again; a real engine has to notice that workers died. */
  private Duration progressWithin() {
    return Slack.on(Duration.ofSeconds(engine == TestedEngine.EMBEDDED ? 2 : 5));
  }

  /** Returns in the moment, with the run that is in the middle of its work. */
  private static LongRun awaitMoment(Moment moment, Random random) {
    return switch (moment) {
      case IN_A_STEP, AGAIN_IN_THE_START -> awaitStep(random);
      case BETWEEN_STAGES -> awaitPause(random);
      case IN_A_REPLACEMENT -> awaitReplacement();
    };
  }

  private static LongRun awaitStep(Random random) {
    long into = random.nextLong(INTO_A_STEP_MILLIS);
    return Awaitility.await("an action that is executing")
        .atMost(MOMENT_WITHIN)
        .pollInterval(POLL)
        .until(
            () -> {
              LongRun run = given(series).runInHand();
              int begun = run.journal().begun().size();
              Awaitility.await("the next action begins")
                  .atMost(MOMENT_WITHIN)
                  .pollInterval(POLL)
                  .until(() -> run.journal().begun().size() > begun);
              pass(into);
              return run;
            },
            run -> hasUnfinishedAction(run) && !run.journal().executing().isEmpty());
  }

  private static LongRun awaitPause(Random random) {
    long into = random.nextLong(INTO_A_PAUSE_MILLIS);
    return Awaitility.await("a stage that is done")
        .atMost(MOMENT_WITHIN)
        .pollInterval(POLL)
        .until(
            () -> {
              LongRun run = given(series).runInHand();
              int done = run.journal().lines().size();
              Awaitility.await("the next stage is done")
                  .atMost(MOMENT_WITHIN)
                  .pollInterval(POLL)
                  .until(() -> run.journal().lines().size() > done && run.isBetweenStages());
              pass(into);
              return run;
            },
            run -> run.isBetweenStages() && !run.isNearlyOver());
  }

  /** Frozen in the middle of it; if it was over by then, the next one is awaited. */
  private static LongRun awaitReplacement() {
    KillSeries on = given(series);
    OneProcess muster = (OneProcess) on.muster().processes();
    Replacements replacements = new Replacements(on.muster(), muster.log());
    return Awaitility.await("a replacement of the embedded engine")
        .atMost(MOMENT_WITHIN)
        .pollInterval(POLL)
        .until(
            on::runInHand,
            run -> {
              if (!replacements.seemsInHand()) {
                return false;
              }
              muster.freeze();
              if (replacements.isInHand() && !run.isNearlyOver()) {
                return true;
              }
              muster.thaw();
              return false;
            });
  }

  /** Kills, and makes sure that this was in the middle of the run; says which agent it was. */
  private Optional<String> strike(Blow blow, LongRun run, Random random) {
    List<String> executing = run.journal().executing();
    Optional<String> agent =
        blow.victim() == Victim.AGENT
            ? Optional.of(nodeOf(executing.get(random.nextInt(executing.size()))))
            : Optional.empty();
    agent.ifPresent(given(series).muster()::killAgent);
    killMuster(blow);
    assertThat(run.journal().lines())
        .as("done when %s was killed: the run was open", blow)
        .hasSizeLessThan(LongRun.everything().size());
    switch (blow.on(engine)) {
      case IN_A_STEP, AGAIN_IN_THE_START ->
          assertThat(executing).as("executing at the kill").isNotEmpty();
      case BETWEEN_STAGES ->
          assertThat(run.isBetweenStages()).as("between stages at the kill").isTrue();
      case IN_A_REPLACEMENT -> {
        // Muster was frozen in it; see awaitReplacement.
      }
    }
    return agent;
  }

  private static String nodeOf(String action) {
    return action.substring(0, action.indexOf(' '));
  }

  private static void killMuster(Blow blow) {
    MusterProcesses processes = given(series).muster().processes();
    switch (blow.victim()) {
      case MUSTER -> processes.kill();
      case DATABASE -> processes.killDatabase();
      case BOTH -> {
        processes.killDatabase();
        processes.kill();
      }
      case AGENT -> {
        // Muster goes on.
      }
    }
  }

  /** How long it takes until something begins that had not begun when everything answered again. */
  private static Duration awaitProgress(LongRun run) {
    long back = System.nanoTime();
    int begun = run.journal().begun().size();
    Awaitility.await("progress of run " + run.id())
        .atMost(PROGRESS_AT_ALL)
        .pollInterval(POLL)
        .until(() ->
            run.journal().begun().size() > begun
                || run.journal().lines().size() == LongRun.everything().size());
    return Duration.ofNanos(System.nanoTime() - back);
  }

  /** Muster says too that the run is open, and that an agent has something to do. */
  private static boolean hasUnfinishedAction(LongRun run) {
    JsonNode seen = run.muster().run(run.id());
    return !seen.has("finishedAt")
        && Stream.of("NEW", "RUNNING", "PENDING_SCHEDULE")
            .anyMatch(state -> !Shown.stepsIn(seen, state).isEmpty());
  }

  private static void pass(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }

  private static <T> T given(@Nullable T thing) {
    if (thing == null) {
      throw new IllegalStateException("not started");
    }
    return thing;
  }
}
