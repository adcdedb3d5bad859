package dev.muster.standalone.acceptance;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What goes on over all kills on one engine: an installation, runs, and somebody who writes. */
final class KillSeries implements AutoCloseable {

  private final Path folder;
  private final Installation muster;
  private final AcknowledgedWrites writes;
  private final List<Long> millisToProgress = new ArrayList<>();
  private LongRun run;

  private KillSeries(Path folder, Installation muster) {
    this.folder = folder;
    this.muster = muster;
    this.writes = new AcknowledgedWrites(muster);
    this.run = LongRun.start(muster, folder);
  }

  /** Adds nodes, and starts the first run. */
  static KillSeries start(Installation muster, Path folder) {
    muster.addCluster(LongRun.CLUSTER);
    LongRun.NODES.forEach(node -> muster.addAgent(LongRun.CLUSTER, node));
    muster.awaitUp(LongRun.CLUSTER, LongRun.NODES.size());
    return new KillSeries(folder, muster);
  }

  Installation muster() {
    return muster;
  }

  AcknowledgedWrites writes() {
    return writes;
  }

  LongRun run() {
    return run;
  }

  /** A kill after which it did not come back is not held against the next. */
  void requireUp() {
    try {
      muster.run(run.id());
    } catch (RuntimeException away) {
      muster.startAgain();
    }
  }

  /** One that has enough left; the one before was completed. */
  LongRun runInHand() {
    if (run.isNearlyOver()) {
      LongRun before = run;
      run = LongRun.start(muster, folder);
      before.requireCompletedWithEveryActionDoneOnce();
    }
    return run;
  }

  void note(Duration untilProgress) {
    millisToProgress.add(untilProgress.toMillis());
  }

  /** Prints what was measured. */
  void tell(TestedEngine engine) {
    List<Long> sorted = millisToProgress.stream().sorted().toList();
    if (!sorted.isEmpty()) {
      System.out.printf(
          "on %s: %d kills, %d writes acknowledged; progress after median %d ms, worst %d ms%n",
          engine,
          sorted.size(),
          writes.acknowledged(),
          sorted.get(sorted.size() / 2),
          sorted.getLast());
    }
  }

  @Override
  public void close() {
    writes.close();
    muster.close();
  }
}
