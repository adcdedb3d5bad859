package dev.muster.records.fences;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.actions.ActionWrites;
import dev.muster.records.changes.Changes;
import dev.muster.records.nodes.NodeWrites;
import dev.muster.records.runs.RunRecords;
import dev.muster.records.runs.StageNodeWrites;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lets only the newest cycle of a cluster write. A write locks the cluster's row and compares: an
 * older epoch, or an older cycle of the same epoch, is refused; a newer cycle becomes the newest.
 *
 * <p>The lock is {@code for no key update}, which leaves inserts that check the cluster's existence
 * alone.
 */
public final class ClusterFences {

  private final Sql sql;
  private final Changes changes;
  private final RunRecords runs;

  public ClusterFences(Sql sql, Changes changes, RunRecords runs) {
    this.sql = sql;
    this.changes = changes;
    this.runs = runs;
  }

  /**
   * Makes the caller the newest writer of a cluster. The number was never used before, not even by
   * a cluster of the same name that was removed.
   *
   * @return empty if there is no such cluster
   */
  public Optional<Fence> takeEpoch(ClusterName cluster) {
    return sql.statement(
            """
            update clusters set epoch = greatest(epoch + 1, next_epoch()), cycle = 0
            where name = :name returning epoch
            """)
        .param("name", cluster.value())
        .query(Row.mapper(row -> new Fence(cluster, row.number("epoch"), 0)))
        .optional();
  }

  /** Does the work in one transaction, alone on its cluster. */
  public <T> Fenced<T> alone(Fence fence, Function<CycleWrites, T> work) {
    return sql.transaction(() -> {
      Optional<Fence> newest = lock(fence.cluster(), "for no key update");
      if (newest.isPresent() && isNextOf(fence, newest.get())) {
        advance(fence);
      }
      return judge(fence, newest, work);
    });
  }

  /**
   * The same beside other batches of the same cycle, which may write at the same time. Each batch
   * must write other nodes than the others.
   */
  public <T> Fenced<T> beside(Fence fence, Function<CycleWrites, T> work) {
    return tryBeside(fence, work)
        .or(() -> {
          // A shared lock cannot be raised, so the row moves on in a transaction of its own.
          advance(fence);
          return tryBeside(fence, work);
        })
        .orElseThrow();
  }

  /** Empty if the row has an older cycle. */
  private <T> Optional<Fenced<T>> tryBeside(Fence fence, Function<CycleWrites, T> work) {
    return sql.transaction(() -> {
      Optional<Fence> newest = lock(fence.cluster(), "for share");
      return newest.isPresent() && isNextOf(fence, newest.get())
          ? Optional.<Fenced<T>>empty()
          : Optional.of(judge(fence, newest, work));
    });
  }

  private <T> Fenced<T> judge(Fence fence, Optional<Fence> newest, Function<CycleWrites, T> work) {
    if (newest.isEmpty()) {
      return new Fenced.Removed<>();
    }
    Fence current = newest.get();
    if (fence.epoch() != current.epoch() || fence.cycle() < current.cycle()) {
      return new Fenced.Superseded<>(
          "epoch %d cycle %d writes now, this is epoch %d cycle %d"
              .formatted(current.epoch(), current.cycle(), fence.epoch(), fence.cycle()));
    }
    return new Fenced.Written<>(work.apply(writes(fence.cluster())));
  }

  private static boolean isNextOf(Fence fence, Fence newest) {
    return fence.epoch() == newest.epoch() && fence.cycle() > newest.cycle();
  }

  private Optional<Fence> lock(ClusterName cluster, String mode) {
    return sql.statement("select epoch, cycle from clusters where name = :name " + mode)
        .param("name", cluster.value())
        .query(Row.mapper(row -> new Fence(cluster, row.number("epoch"), row.number("cycle"))))
        .optional();
  }

  private void advance(Fence fence) {
    sql.statement(
            """
            update clusters set cycle = :cycle
            where name = :name and epoch = :epoch and cycle < :cycle
            """)
        .param("name", fence.cluster().value())
        .param("epoch", fence.epoch())
        .param("cycle", fence.cycle())
        .update();
  }

  private CycleWrites writes(ClusterName cluster) {
    return new CycleWrites(
        cluster,
        runs,
        new NodeWrites(sql, changes, cluster),
        new ActionWrites(sql, changes, cluster),
        new StageNodeWrites(sql, changes));
  }
}
