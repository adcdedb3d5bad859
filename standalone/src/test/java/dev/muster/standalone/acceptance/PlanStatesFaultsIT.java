package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans of Autopilot, one after another, over real agents, while agents and Muster are killed,
 * downloads fail and nodes vanish: what a watcher sees is judged by the seed's diagram alone.
 * {@code -Dmuster.plans=200} plays so many; {@code -Dmuster.plans.first=SEED} begins there.
 */
final class PlanStatesFaultsIT {

  private static final int FIRST = Integer.getInteger("muster.plans.first", 0);

  private static final int PLANS = Integer.getInteger("muster.plans", PlanFault.values().length);

  @ParameterizedTest
  @MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
  void watchersSeeAutopilotsStatesInItsOrderWhateverFails(TestedEngine engine) throws Exception {
    play(engine, PLANS);
  }

  private static void play(TestedEngine engine, int plans) throws Exception {
    Map<String, Integer> ways = new TreeMap<>();
    SharedMuster shared = new SharedMuster();
    try {
      Installation muster = shared.start(engine, PlanTrial.CLUSTER);
      try (K0sFleet fleet = K0sFleet.start(shared, PlanTrial.CLUSTER, 2, 2);
          PlanWatch watch = new PlanWatch(muster.url(), PlanTrial.CLUSTER)) {
        PlanTrial trial = new PlanTrial(muster, fleet, watch);
        int strikes = 0;
        for (int seed = FIRST; seed < FIRST + plans; seed++) {
          try {
            String end = trial.play(seed).getLast();
            ways.merge(PlanFault.of(seed) + " " + end, 1, Integer::sum);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                "seed %d, %s: replay it with -Dmuster.plans.first=%d"
                    .formatted(seed, PlanFault.of(seed), seed),
                e);
          }
          strikes += PlanFault.of(seed).strikes() ? 1 : 0;
        }
        System.out.printf(
            "plans on %s, %d of %d strikes in the middle: %s%n",
            engine, trial.inTheMiddle(), strikes, ways);
        assertThat(trial.inTheMiddle()).as("in the middle").isGreaterThan(strikes / 2);
      }
    } finally {
      shared.stop();
    }
    assertThat(ways.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(plans);
  }
}
