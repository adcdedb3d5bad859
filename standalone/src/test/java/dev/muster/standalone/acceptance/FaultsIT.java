package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults, one after another, over one installation and real agents. {@code -Dmuster.faults=1000}
 * does so many; {@code -Dmuster.faults.first=SEED -Dmuster.faults=1} does one of them again.
 */
@Tag("deep")
final class FaultsIT {

  private static final int FIRST = Integer.getInteger("muster.faults.first", 0);
  private static final int FAULTS = Integer.getInteger("muster.faults", 100);

  @Test
  void nothingIsLostAndNothingIsExecutedTwiceWhateverFails(@TempDir Path folder) {
    Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    Map<Fault, Long> millis = new EnumMap<>(Fault.class);
    List<FaultyNode> nodes =
        Stream.of("n1", "n2", "n3").map(id -> new FaultyNode(folder, id)).toList();
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster(FaultTrial.CLUSTER);
      nodes.forEach(node -> muster.addNode(FaultTrial.CLUSTER, node.id(), node.door().url()));
      muster.awaitUp(FaultTrial.CLUSTER, nodes.size());
      for (int seed = FIRST; seed < FIRST + FAULTS; seed++) {
        long began = System.nanoTime();
        try {
          new FaultTrial(muster, nodes, folder, seed).play();
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(
              "seed %d, %s: replay it with -Dmuster.faults.first=%d -Dmuster.faults=1"
                  .formatted(seed, Fault.of(seed), seed),
              e);
        }
        struck.merge(Fault.of(seed), 1, Integer::sum);
        millis.merge(Fault.of(seed), (System.nanoTime() - began) / 1_000_000, Long::sum);
      }
    } finally {
      nodes.forEach(FaultyNode::close);
    }
    System.out.println("faults: %s; milliseconds: %s".formatted(struck, millis));
    assertThat(struck.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(FAULTS);
  }
}
