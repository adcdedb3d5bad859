package dev.muster.records.core;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A cycle's side of the actions that Muster executes: it hands them over, and takes what became of
 * them. Both are parts of its transaction, so that nothing is handed over twice, and no end is
 * lost.
 */
public final class CoreWrites {

  private final Sql sql;
  private final Changes changes;
  private final ClusterName cluster;

  public CoreWrites(Sql sql, Changes changes, ClusterName cluster) {
    this.sql = sql;
    this.changes = changes;
    this.cluster = cluster;
  }

  /** Hands these over; what was handed over before is left as it is. */
  public void handOver(Collection<ActionId> ids, Instant at) {
    sql.statement(
            """
            insert into core_actions (action, cluster, begun_at, expires_at, due_at, retries)
            select id, cluster, :at, :at + timeout_ms * interval '1 millisecond', :at, retries
            from actions
            where id = any(:ids) and cluster = :cluster and executor = 'CORE'
            on conflict (action) do nothing
            """)
        .param("at", Sql.at(at))
        .param("ids", ArrayValue.uuids(ids, ActionId::value))
        .param("cluster", cluster.value())
        .update();
    changes.notifyCluster(cluster);
  }

  /** Takes what is new, once; what ended is gone then. */
  public List<CoreReport> take() {
    List<CoreReport> reports =
        sql.statement(
                """
                select action, state, finished_at, payload, error, cause, told from core_actions
                where cluster = :cluster and news
                order by action for update
                """)
            .param("cluster", cluster.value())
            .query(Row.mapper(CoreWrites::report))
            .list();
    if (!reports.isEmpty()) {
      taken(reports);
    }
    return reports;
  }

  private void taken(List<CoreReport> reports) {
    sql.statement("delete from core_actions where action = any(:ids) and finished_at is not null")
        .param("ids", ArrayValue.uuids(reports, one -> one.action().value()))
        .update();
    sql.statement("update core_actions set news = false, told = '{}' where action = any(:ids)")
        .param("ids", ArrayValue.uuids(reports, one -> one.action().value()))
        .update();
  }

  /** It is to be tried again; its change of state follows in the same transaction. */
  public void retry(ActionId action, Instant notBefore) {
    sql.statement(
            """
            update actions set not_before = :notBefore, retries = retries + 1
            where id = :action and cluster = :cluster
            """)
        .param("notBefore", Sql.at(notBefore))
        .param("action", action.value())
        .param("cluster", cluster.value())
        .update();
  }

  /** Asks who executes it to stop it, to pause it, or to let it go on. */
  public void signal(ActionId action, Signal signal) {
    sql.statement(
            """
            update core_actions set signal = :signal
            where action = :action and cluster = :cluster and finished_at is null
              and signal is distinct from 'CANCEL'
            """)
        .param("signal", signal.name())
        .param("action", action.value())
        .param("cluster", cluster.value())
        .update();
    changes.notifyCluster(cluster);
  }

  /** Writes to an action's history what happened without a change of its state. */
  public void tell(ActionId action, ActionState state, List<String> texts, Actor by, Instant at) {
    sql.statement(
            """
            insert into action_transitions (action, at, from_state, to_state, by_type, by_name, why)
            select :action, :at, :state, :state, :byType, :byName, text
            from unnest(:texts) with ordinality as t (text, place) order by place
            """)
        .param("action", action.value())
        .param("at", Sql.at(at))
        .param("state", state.name())
        .param("byType", by.type().name())
        .param("byName", by.name())
        .param("texts", ArrayValue.texts(texts, text -> text))
        .update();
  }

  private static CoreReport report(Row row) throws SQLException {
    return new CoreReport(
        new ActionId(row.uuid("action")),
        ActionState.valueOf(row.text("state")),
        row.optionalInstant("finished_at"),
        row.optionalJson("payload"),
        row.optionalJson("error", Failure.class),
        row.optionalText("cause").map(Cause::valueOf).orElse(Cause.NONE),
        row.texts("told"));
  }
}
