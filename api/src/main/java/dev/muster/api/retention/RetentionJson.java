package dev.muster.api.retention;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.retention.RetentionRule;
import dev.muster.records.retention.RemovalState;
import dev.muster.records.retention.Removed;
import dev.muster.records.retention.StoredRule;
import dev.muster.records.retention.TableSize;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How long history is kept, and how much there is, as callers see it.
 *
 * @param keepsAll whether nothing is removed, because no rule says so
 * @param rules that somebody made; the one without a cluster holds for all others
 * @param tables by name
 * @param removal absent before a worker has looked for the first time
 */
public record RetentionJson(
    boolean keepsAll, List<RuleJson> rules, List<TableJson> tables, Optional<RemovalJson> removal) {

  /** A rule; {@code runs} and {@code audit} are {@code forever} or a duration. */
  public record RuleJson(
      Optional<ClusterName> cluster,
      KeptFor runs,
      int atLeast,
      KeptFor audit,
      boolean exportedOnly,
      Instant changedAt,
      String changedBy) {

    static RuleJson of(StoredRule stored) {
      RetentionRule rule = stored.rule();
      return new RuleJson(
          stored.cluster(),
          rule.runs(),
          rule.atLeast(),
          rule.audit(),
          rule.exportedOnly(),
          stored.changedAt(),
          stored.changedBy());
    }
  }

  /**
   * How much a table holds.
   *
   * @param rows nearly, in large tables
   * @param bytes with its indexes
   */
  public record TableJson(String table, long rows, long bytes, Optional<Instant> oldest) {

    static TableJson of(TableSize size) {
      return new TableJson(size.table(), size.rows(), size.bytes(), size.oldest());
    }
  }

  /** How much was removed. */
  public record RemovedJson(long runs, long actions, long audit) {

    static RemovedJson of(Removed removed) {
      return new RemovedJson(removed.runs(), removed.actions(), removed.audit());
    }
  }

  /**
   * What the worker that removes history did last.
   *
   * @param worker process id and host
   * @param export the folder in which it keeps what it removes
   * @param last of the last pass that removed anything
   * @param inAll since the first one
   * @param halted why nothing, or not all, can be removed
   */
  public record RemovalJson(
      Instant lookedAt,
      String worker,
      Optional<String> export,
      Optional<Instant> removedAt,
      RemovedJson last,
      RemovedJson inAll,
      Optional<String> halted,
      Optional<Instant> haltedSince) {

    static RemovalJson of(RemovalState state) {
      return new RemovalJson(
          state.lookedAt(),
          state.worker(),
          state.export(),
          state.removedAt(),
          RemovedJson.of(state.last()),
          RemovedJson.of(state.inAll()),
          state.halted().map(RemovalState.Halted::why),
          state.halted().map(RemovalState.Halted::since));
    }
  }
}
