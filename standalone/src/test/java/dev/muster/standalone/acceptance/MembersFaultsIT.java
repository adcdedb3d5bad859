package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * kill -9 of Muster (on a server also of its API or a worker alone), of a provider and of members,
 * while the members of a cluster are scaled, replaced and recovered. {@code -Dmuster.faults=500}
 * does so many in the deep one; {@code -Dmuster.faults.first=SEED} begins there.
 */
final class MembersFaultsIT {

  private static final int FIRST = Integer.getInteger("muster.faults.first", 0);

  /** Each takes some seconds, so the long series ends here. */
  private static final int MOST = 500;

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
  void sizesMembersProcessesAndRecordsAgreeWhateverIsKilled(TestedEngine engine)
      throws IOException {
    play(engine, 6);
  }

  @ParameterizedTest
  @MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
  @Tag("deep")
  void sizesMembersProcessesAndRecordsAgreeHoweverOftenSomethingIsKilled(TestedEngine engine)
      throws IOException {
    play(engine, Math.min(MOST, Integer.getInteger("muster.faults", 20)));
  }

  private void play(TestedEngine engine, int faults) throws IOException {
    Map<String, Integer> struck = new TreeMap<>();
    try (Installation muster = new Installation(engine, folder)) {
      muster.addCluster(MembersTrial.CLUSTER);
      try (HostedMembers hosted = HostedMembers.start(muster, MembersTrial.CLUSTER, folder)) {
        MembersTrial trial = new MembersTrial(muster, hosted);
        trial.begin();
        for (int seed = FIRST; seed < FIRST + faults; seed++) {
          try {
            struck.merge(trial.play(seed), 1, Integer::sum);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                "seed %d: replay it with -Dmuster.faults.first=%d".formatted(seed, FIRST), e);
          }
        }
        trial.end();
        System.out.printf(
            "faults over members on %s, %d of %d in the middle: %s%n",
            engine, trial.inTheMiddle(), faults, struck);
        assertThat(trial.inTheMiddle()).as("in the middle").isGreaterThan(faults / 3);
      }
    }
    assertThat(struck.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(faults);
  }
}
