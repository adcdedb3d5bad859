package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of Muster, of a provider and of members, while the members of a cluster are scaled,
 * replaced and recovered. {@code -Dmuster.faults=500} does so many in the deep one; {@code
 * -Dmuster.faults.first=SEED} begins there.
 */
final class MembersFaultsIT {

  private static final int FIRST = Integer.getInteger("muster.faults.first", 0);

  /** Each takes some seconds, so the long series ends here. */
  private static final int MOST = 500;

  @TempDir private Path folder;

  @Test
  void sizesMembersProcessesAndRecordsAgreeWhateverIsKilled() throws IOException {
    play(6);
  }

  @Test
  @Tag("deep")
  void sizesMembersProcessesAndRecordsAgreeHoweverOftenSomethingIsKilled() throws IOException {
    play(Math.min(MOST, Integer.getInteger("muster.faults", 20)));
  }

  private void play(int faults) throws IOException {
    Map<String, Integer> struck = new TreeMap<>();
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
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
      }
    }
    System.out.println("faults over members: " + struck);
    assertThat(struck.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(faults);
  }
}
