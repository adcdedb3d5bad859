package dev.muster.records.fences;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.changes.Changes;
import dev.muster.records.runs.RunRecords;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Optional;
import java.util.UUID;
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
            update clusters
            set epoch = greatest(epoch + 1, next_epoch()), cycle = 0, written = null
            where name = :name returning epoch
            """)
        .param("name", cluster.value())
        .query(Row.mapper(row -> new Fence(cluster, row.number("epoch"), 0)))
        .optional();
  }

  /** Does the work in one transaction, alone on its cluster. */
  public <T> Fenced<T> alone(Fence fence, Function<CycleWrites, T> work) {
    return sql.transaction(() -> {
      Optional<Standing> newest = lock(fence.cluster(), "for no key update");
      UUID own = UUID.randomUUID();
      if (newest.isPresent() && !isOlder(fence, newest.get().fence())) {
        advance(fence, Optional.of(own));
      }
      return judge(fence, newest, own, work);
    });
  }

  /**
   * The same beside other batches of the same cycle, which may write at the same time. Each batch
   * must write other nodes than the others. What processes keep of the cluster is worth nothing
   * afterwards.
   */
  public <T> Fenced<T> beside(Fence fence, Function<CycleWrites, T> work) {
    Optional<Fenced<T>> done = tryBeside(fence, work);
    while (done.isEmpty()) {
      moveOn(fence);
      done = tryBeside(fence, work);
    }
    return done.get();
  }

  /** Empty if the row has an older cycle, or says what processes may have kept. */
  private <T> Optional<Fenced<T>> tryBeside(Fence fence, Function<CycleWrites, T> work) {
    return sql.transaction(() -> {
      Optional<Standing> newest = lock(fence.cluster(), "for share");
      boolean isToMove =
          newest
              .filter(row -> !isOlder(fence, row.fence()))
              .filter(row -> !fence.equals(row.fence()) || row.written().isPresent())
              .isPresent();
      return isToMove
          ? Optional.<Fenced<T>>empty()
          : Optional.of(judge(fence, newest, UUID.randomUUID(), work));
    });
  }

  /**
   * A shared lock cannot be raised, so the row moves on in a transaction of its own. Batches do it
   * one after the other: who comes second finds it done, and does not wait for the first one's
   * work.
   */
  private void moveOn(Fence fence) {
    sql.transaction(() -> {
      sql.statement("select pg_advisory_xact_lock(hashtextextended('muster.fence:' || :name, 0))")
          .param("name", fence.cluster().value())
          .query((row, number) -> number)
          .single();
      return advance(fence, Optional.empty());
    });
  }

  private record Standing(Fence fence, Optional<UUID> written) {}

  private <T> Fenced<T> judge(
      Fence fence, Optional<Standing> newest, UUID own, Function<CycleWrites, T> work) {
    if (newest.isEmpty()) {
      return new Fenced.Removed<>();
    }
    Fence current = newest.get().fence();
    if (isOlder(fence, current)) {
      return new Fenced.Superseded<>(
          "epoch %d cycle %d writes now, this is epoch %d cycle %d"
              .formatted(current.epoch(), current.cycle(), fence.epoch(), fence.cycle()));
    }
    CycleWrites.Place place = new CycleWrites.Place(newest.get().written(), own);
    return new Fenced.Written<>(
        work.apply(new CycleWrites(fence.cluster(), sql, changes, runs, place)));
  }

  private static boolean isOlder(Fence fence, Fence newest) {
    return fence.epoch() != newest.epoch() || fence.cycle() < newest.cycle();
  }

  /** Until the transaction ends, its writes are a cycle's. */
  private Optional<Standing> lock(ClusterName cluster, String mode) {
    return sql.statement(
            """
            select epoch, cycle, written, set_config('muster.cycle', 'on', true)
            from clusters where name = :name
            """
                + mode)
        .param("name", cluster.value())
        .query(
            Row.mapper(row ->
                new Standing(
                    new Fence(cluster, row.number("epoch"), row.number("cycle")),
                    row.optionalUuid("written"))))
        .optional();
  }

  private int advance(Fence fence, Optional<UUID> written) {
    return sql.statement(
            """
            update clusters set cycle = :cycle, written = :written
            where name = :name and epoch = :epoch and cycle <= :cycle
              and (cycle, written) is distinct from (:cycle, :written)
            """)
        .param("name", fence.cluster().value())
        .param("epoch", fence.epoch())
        .param("cycle", fence.cycle())
        .param("written", Sql.orNull(written))
        .update();
  }
}
