package dev.muster.api.stalls;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.domain.stall.LoopSigns;
import dev.muster.domain.stall.Stall;
import dev.muster.records.Records;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Says what stands still, and why, whether or not a worker is there that could mend it. */
public final class Stalls {

  private final Records records;
  private final Clock clock;

  public Stalls(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  /** Of a cluster's loop; empty if all is well. */
  public Optional<String> of(ClusterName cluster) {
    Instant now = clock.instant();
    return records.signs().loops(now.minus(LoopSigns.PATIENCE)).stream()
        .filter(signs -> signs.cluster().equals(cluster))
        .findFirst()
        .flatMap(signs -> signs.stall(now))
        .map(stall -> "cluster %s %s".formatted(cluster, stall.text()));
  }

  /** Of an open run, or of its cluster. */
  public Optional<String> of(RunId run, ClusterName cluster) {
    Instant now = clock.instant();
    return records.signs().late(now.minus(LoopSigns.PATIENCE)).stream()
        .filter(late -> late.run().id().equals(run))
        .findFirst()
        .flatMap(late -> Stall.ofRun(late.state(), late.dueAt(), now))
        .map(stall -> "the run " + stall.text())
        .or(() -> of(cluster));
  }
}
