package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a provider at work, over and over. {@code -Dmuster.faults=1000} does so many in the
 * deep one; {@code -Dmuster.faults.first=SEED} begins there.
 */
final class HostingFaultsIT {

  private static final int FIRST = Integer.getInteger("muster.faults.first", 0);

  @TempDir Path folder;

  @Test
  void noProcessIsWithoutARecordAndNoRecordWithoutAProcess() throws Exception {
    play(20);
  }

  @Test
  @Tag("deep")
  void noProcessIsWithoutARecordAndNoRecordWithoutAProcessHoweverOften() throws Exception {
    play(Integer.getInteger("muster.faults", 60));
  }

  private void play(int faults) throws Exception {
    try (HostingScene scene = new HostingScene(folder);
        HostingTrial trial = new HostingTrial(scene)) {
      for (int seed = FIRST; seed < FIRST + faults; seed++) {
        try {
          trial.play(seed);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError("seed %d of %d".formatted(seed, FIRST), e);
        }
      }
      System.out.printf(
          "provider killed in %d trials: %d of %d actions were under way%n",
          faults, trial.recovered(), trial.ended());
      assertThat(trial.recovered()).isGreaterThan(faults / 4);
      trial.end();
    }
  }
}
