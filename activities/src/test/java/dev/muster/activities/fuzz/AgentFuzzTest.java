package dev.muster.activities.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Whatever agents answer is their own node's error. {@code -Dmuster.fuzz=100000} damages so many
 * answers; {@code -Dmuster.fuzz.first=SEED -Dmuster.fuzz=1} plays the round of one seed again.
 */
final class AgentFuzzTest {

  private static final int FIRST = Integer.getInteger("muster.fuzz.first", 0);
  private static final int ANSWERS = Integer.getInteger("muster.fuzz", 2_000);

  /** Clusters at a time: most of their time is spent on agents that do not answer. */
  private static final int LANES = ANSWERS == 1 ? 1 : 16;

  private static final int LOOKS = ANSWERS == 1 ? 1 : 5;

  /** So much more may be in use at the end than after the first fifth. */
  private static final long MOST_GROWTH = 32L << 20;

  @AutoClose private final FuzzWorker worker = new FuzzWorker();
  private final AtomicInteger seeds = new AtomicInteger(FIRST);
  private final AtomicLong answers = new AtomicLong();

  @Test
  void whateverAgentsAnswerIsTheErrorOfTheirNodesAndMemoryStaysFlat() throws Exception {
    List<Long> used = new ArrayList<>();
    try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
      for (int look = 1; look <= LOOKS; look++) {
        long until = (long) ANSWERS * look / LOOKS;
        List<Future<?>> all = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
          all.add(lanes.submit(() -> play(until)));
        }
        for (Future<?> lane : all) {
          await(lane);
        }
        used.add(inUse());
      }
    }
    System.out.printf(
        "%d damaged answers in %d rounds; MiB in use: %s%n",
        answers.get(), seeds.get() - FIRST, used.stream().map(bytes -> bytes >> 20).toList());
    assertThat(used.getLast()).isLessThan(used.getFirst() + MOST_GROWTH);
  }

  private void play(long until) {
    while (answers.get() < until) {
      int seed = seeds.getAndIncrement();
      try (FuzzRound round = new FuzzRound(worker, seed)) {
        answers.addAndGet(round.play());
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "seed %d: replay it with -Dmuster.fuzz.first=%d -Dmuster.fuzz=1".formatted(seed, seed),
            e);
      }
    }
  }

  private static void await(Future<?> lane) throws Exception {
    try {
      lane.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  private static long inUse() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
