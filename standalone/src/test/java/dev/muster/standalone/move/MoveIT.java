package dev.muster.standalone.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run in the middle of a stage moves to another engine. */
@Tag("deep")
final class MoveIT {

  /** Longer than the repair loop's pause, in which each process would start what it misses. */
  private static final Duration QUIET = Duration.ofSeconds(12);

  @ParameterizedTest(name = "from embedded to {0}")
  @EnumSource(Engines.class)
  void runCompletesOnTheNewEngineWhileTheOldProcessIsStillThere(Engines to, @TempDir Path folder)
      throws Exception {
    var options = to.options();
    try (Site site = new Site(folder)) {
      Up old = site.up("old", Engines.EMBEDDED.options());
      site.furnish(old);
      String run = old.startRun(Site.SLOW);
      site.awaitActions(run, 1);
      long epoch = site.epoch();

      Up young = site.up("young", options);

      site.awaitNewerEpoch(epoch);
      assertThat(site.done(run)).hasSizeLessThan(Site.allActions().size());
      site.requireEpochStaysPut(QUIET);
      assertThat(Json.text(young.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(site.done(run)).containsExactlyElementsOf(Site.allActions());
      assertThat(young.log()).contains("This process took the runs over from embedded at");
      assertThat(old.log()).containsOnlyOnce("This process starts no workflows any more");

      String late = old.startRun(Site.QUICK);
      assertThat(Json.text(young.awaitEnd(late), "state")).isEqualTo("Completed");
      assertThat(site.done(late)).containsExactlyElementsOf(Site.allActions());
      assertThat(old.log()).doesNotContain(" ERROR ");
    }
  }

  @Test
  void abandonedProcessSaysWhoMovesTheRunsAndTakesThemBackWhenItIsRestarted(@TempDir Path folder)
      throws Exception {
    try (Site site = new Site(folder)) {
      Up old = site.up("old", Engines.EMBEDDED.options());
      site.furnish(old);
      Up young = site.up("young", Engines.EMBEDDED.options());
      String run = old.startRun(Site.SLOW);
      site.awaitActions(run, 1);

      Throwable refused =
          catchThrowable(() -> old.api().post(ApiPath.of("runs", run, "pause"), Json.object()));

      assertThat(refused)
          .hasMessageContaining("the runs are moved by another engine, embedded at 127.0.0.1:");
      old.close();
      Up again = site.up("old", Engines.EMBEDDED.options());
      assertThat(Json.text(again.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(site.done(run)).containsExactlyElementsOf(Site.allActions());
      Awaitility.await("the other one is abandoned now")
          .atMost(Duration.ofSeconds(10))
          .until(() -> young.log().contains("This process starts no workflows any more"));
    }
  }

  @Test
  void runMovesToADevelopmentServerAndBackByRestarts(@TempDir Path folder) throws Exception {
    var server = Engines.DEV_SERVER.options();
    try (Site site = new Site(folder)) {
      Up embedded = site.up("same", Engines.EMBEDDED.options());
      site.furnish(embedded);
      String run = embedded.startRun(Site.SLOW);
      site.awaitActions(run, 1);
      embedded.close();

      Up onServer = site.up("same", server);
      int before = site.done(run).size();
      site.awaitActions(run, before + 1);
      onServer.close();

      Up back = site.up("same", Engines.EMBEDDED.options());
      assertThat(Json.text(back.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(site.done(run)).containsExactlyElementsOf(Site.allActions());
    }
  }

  @Test
  void embeddedEngineIsReplacedInTheMiddleOfRunsAndEveryActionIsDoneOnce(@TempDir Path folder)
      throws Exception {
    try (Site site = new Site(folder)) {
      Up up = site.up("only", Engines.EMBEDDED.options(), Map.of("MUSTER_ENGINE_MEMORY", "100KB"));
      site.furnish(up);
      for (int i = 0; i < 3; i++) {
        String run = up.startRun(Site.QUICK);
        assertThat(Json.text(up.awaitEnd(run), "state")).isEqualTo("Completed");
        assertThat(site.done(run)).containsExactlyElementsOf(Site.allActions());
      }
      String log = up.log();
      assertThat(log.split("was replaced by an empty one", -1)).hasSizeGreaterThan(3);
      assertThat(log).doesNotContain(" ERROR ");
      // The last run may have filled the engine of its end, which is replaced a moment later.
      site.awaitEpochStaysPut(Duration.ofSeconds(3));
    }
  }
}
