package dev.muster.records.fences;

import dev.muster.domain.run.RunId;
import dev.muster.records.changes.Changes;
import dev.muster.records.runs.RunWrites;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Lets only the newest execution of a run's workflow move the run. */
public final class RunFences {

  private final Sql sql;
  private final Changes changes;

  public RunFences(Sql sql, Changes changes) {
    this.sql = sql;
    this.changes = changes;
  }

  /**
   * Makes the caller the only one who may move a run.
   *
   * @return empty if there is no such run
   */
  public Optional<Long> takeEpoch(RunId run) {
    return sql.statement(
            """
            update runs set epoch = greatest(epoch + 1, next_epoch())
            where id = :run returning epoch
            """)
        .param("run", run.value())
        .query(Row.mapper(row -> row.number("epoch")))
        .optional();
  }

  /** What a writer that has just begun did. */
  public record Begun<T>(long epoch, T result) {}

  /**
   * Makes the caller the only one who may move a run, and does the work in the same transaction.
   *
   * @return empty if there is no such run
   */
  public <T> Optional<Begun<T>> begin(RunId run, Function<RunWrites, T> work) {
    return sql.transaction(() ->
        takeEpoch(run)
            .map(epoch -> new Begun<>(epoch, work.apply(new RunWrites(sql, changes, run)))));
  }

  /** Does the work in one transaction that holds the run, if the epoch is the newest. */
  public <T> Fenced<T> write(RunId run, long epoch, Function<RunWrites, T> work) {
    return sql.transaction(() -> {
      Optional<Long> newest =
          sql.statement("select epoch from runs where id = :run for no key update")
              .param("run", run.value())
              .query(Row.mapper(row -> row.number("epoch")))
              .optional();
      if (newest.isEmpty()) {
        return new Fenced.Removed<T>();
      }
      return newest.get() == epoch
          ? new Fenced.Written<>(work.apply(new RunWrites(sql, changes, run)))
          : new Fenced.Superseded<T>(
              "epoch %d moves the run now, this is epoch %d".formatted(newest.get(), epoch));
    });
  }

  /**
   * Does the work in the transaction of a cycle, which has the cluster to itself, unless somebody
   * moves the run at this moment: a cycle waits for no run, because a run may wait for a cycle.
   *
   * @param work is told the version of the run's row, as {@code RunOverview} has it
   */
  public <T> Optional<T> unlessMoved(RunId run, BiFunction<RunWrites, String, T> work) {
    return sql.transaction(() ->
        sql.statement(
                """
                select xmin::text as version from runs where id = :run and finished_at is null
                for no key update skip locked
                """)
            .param("run", run.value())
            .query(Row.mapper(row -> row.text("version")))
            .optional()
            .map(version -> work.apply(new RunWrites(sql, changes, run), version)));
  }
}
