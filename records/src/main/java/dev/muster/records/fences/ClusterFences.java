package dev.muster.records.fences;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
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

  public ClusterFences(Sql sql, Changes changes) {
    this.sql = sql;
    this.changes = changes;
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

  /**
   * Does the work in one transaction, alone on its cluster: until it ends no stage of the cluster
   * is closed, so nothing starts in a stage that is over.
   */
  public <T> Fenced<T> alone(Fence fence, Function<CycleWrites, T> work) {
    return sql.transaction(() -> {
      UUID own = UUID.randomUUID();
      Optional<Standing> before = enter(fence, own);
      return judge(fence, before.or(() -> look(fence.cluster())), own, work);
    });
  }

  /**
   * Does the work in one transaction beside other batches of the cycle, which may write at that
   * time. Each batch must write other nodes than the others. What processes keep of the cluster is
   * worth nothing afterwards.
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
      Optional<Standing> newest = lock(fence.cluster());
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
      return advance(fence);
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
    return new Fenced.Written<>(work.apply(new CycleWrites(fence.cluster(), sql, changes, place)));
  }

  private static boolean isOlder(Fence fence, Fence newest) {
    return fence.epoch() != newest.epoch() || fence.cycle() < newest.cycle();
  }

  /**
   * Locks a cluster and becomes its newest writer, in one statement; until the transaction ends,
   * its writes are a cycle's. Who is alone waits for who closes a stage of the cluster, and keeps
   * others from closing one: by a single lock, whatever the number of stages, that is taken before
   * any row which who closes a stage may want. Who closes one takes the same lock, shared, in a
   * trigger.
   *
   * @return who wrote before; empty if that was somebody newer, or if there is no such cluster
   */
  private Optional<Standing> enter(Fence fence, UUID own) {
    return sql.statement(
            """
            update clusters c set cycle = :cycle, written = :own
            from (
              select name, epoch, cycle, written, set_config('muster.cycle', 'on', true),
                pg_advisory_xact_lock(hashtextextended('muster.stages:' || name, 0))
              from clusters where name = :name for no key update
            ) before
            where c.name = before.name and before.epoch = :epoch and before.cycle <= :cycle
            returning before.epoch, before.cycle, before.written
            """)
        .param("name", fence.cluster().value())
        .param("epoch", fence.epoch())
        .param("cycle", fence.cycle())
        .param("own", own)
        .query(Row.mapper(row -> standing(fence.cluster(), row)))
        .optional();
  }

  private Optional<Standing> look(ClusterName cluster) {
    return sql.statement("select epoch, cycle, written from clusters where name = :name")
        .param("name", cluster.value())
        .query(Row.mapper(row -> standing(cluster, row)))
        .optional();
  }

  /** Beside others; until the transaction ends, its writes are a cycle's. */
  private Optional<Standing> lock(ClusterName cluster) {
    return sql.statement(
            """
            select epoch, cycle, written, set_config('muster.cycle', 'on', true)
            from clusters where name = :name for share
            """)
        .param("name", cluster.value())
        .query(Row.mapper(row -> standing(cluster, row)))
        .optional();
  }

  private static Standing standing(ClusterName cluster, Row row) throws SQLException {
    return new Standing(
        new Fence(cluster, row.number("epoch"), row.number("cycle")), row.optionalUuid("written"));
  }

  private int advance(Fence fence) {
    return sql.statement(
            """
            update clusters set cycle = :cycle, written = null
            where name = :name and epoch = :epoch and cycle <= :cycle
              and (cycle < :cycle or written is not null)
            """)
        .param("name", fence.cluster().value())
        .param("epoch", fence.epoch())
        .param("cycle", fence.cycle())
        .update();
  }
}
