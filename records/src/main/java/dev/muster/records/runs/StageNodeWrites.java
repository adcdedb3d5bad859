package dev.muster.records.runs;

import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.actions.NewAction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Writes where the nodes of stages are. Handed out by the fences. */
public final class StageNodeWrites {

  private final Sql sql;
  private final Changes changes;

  public StageNodeWrites(Sql sql, Changes changes) {
    this.sql = sql;
    this.changes = changes;
  }

  /**
   * In one statement; at most one change for each node of a stage. What is final stays as it is: a
   * node that finished is not started again in the same stage. Rows are locked in order, because a
   * cycle and a run may write the same ones.
   *
   * @return how many were written
   */
  public int change(List<StageNodeChange> wanted) {
    if (wanted.isEmpty()) {
      return 0;
    }
    List<RunId> written =
        sql.statement(
                """
                with locked as (
                  select w.*
                  from unnest(:runs, :stages, :nodes, :states, :finals, :starts, :reasons,
                      :settling, :ats)
                    as w (run, stage, node, state, is_final, is_start, reason, settling_since, at)
                  join stage_nodes n on n.run = w.run and n.stage = w.stage and n.node = w.node
                  where n.finished_at is null
                  order by n.run, n.stage, n.node
                  for update of n
                )
                update stage_nodes n
                set state = w.state, reason = w.reason, settling_since = w.settling_since,
                  started_at = case when w.is_start then coalesce(n.started_at, w.at)
                    else n.started_at end,
                  finished_at = case when w.is_final then w.at end
                from locked w
                where n.run = w.run and n.stage = w.stage and n.node = w.node
                returning n.run
                """)
            .param("runs", ArrayValue.uuids(wanted, one -> one.stage().run()))
            .param("stages", ArrayValue.integers(wanted, one -> one.stage().stage()))
            .param("nodes", ArrayValue.texts(wanted, StageNodeChange::node))
            .param("states", ArrayValue.texts(wanted, StageNodeChange::state))
            .param("finals", ArrayValue.flags(wanted, one -> one.state().isFinal()))
            .param("starts", ArrayValue.flags(wanted, one -> one.state() == NodeState.RUNNING))
            .param("reasons", ArrayValue.texts(wanted, StageNodeChange::reason))
            .param("settling", ArrayValue.optionalInstants(wanted, StageNodeChange::settlingSince))
            .param("ats", ArrayValue.instants(wanted, StageNodeChange::at))
            .query(Row.mapper(row -> new RunId(row.uuid("run"))))
            .list();
    changes.notifyRuns(written.stream().collect(Collectors.toSet()));
    return written.size();
  }

  /** Notes that these nodes have begun, for steps that agents did and the records forgot. */
  public void begun(Collection<NewAction> takenBack, Instant at) {
    List<NewAction> steps = takenBack.stream().filter(one -> one.step().isPresent()).toList();
    if (steps.isEmpty()) {
      return;
    }
    sql.statement(
            """
            with locked as (
              select n.run, n.stage, n.node
              from (select distinct run, stage, node
                    from unnest(:runs, :stages, :nodes) as k (run, stage, node)) w
              join stage_nodes n on n.run = w.run and n.stage = w.stage and n.node = w.node
              where n.started_at is null
              order by n.run, n.stage, n.node
              for update of n
            )
            update stage_nodes n set started_at = :at
            from locked l
            where n.run = l.run and n.stage = l.stage and n.node = l.node
            """)
        .param("at", Sql.at(at))
        .param("runs", ArrayValue.uuids(steps, one -> stage(one).run()))
        .param("stages", ArrayValue.integers(steps, one -> stage(one).stage()))
        .param("nodes", ArrayValue.optionalTexts(steps, NewAction::node))
        .update();
  }

  private static StageKey stage(NewAction action) {
    return action.step().orElseThrow().stage();
  }

  /** Cancels what a stage has not started. */
  int cancelPending(StageKey stage, String why, Instant at) {
    return sql.statement(
            """
            with locked as (
              select run, stage, node from stage_nodes
              where run = :run and stage = :stage and state = 'PENDING'
              order by node for update
            )
            update stage_nodes n
            set state = 'CANCELLED', reason = :why, finished_at = :at
            from locked l
            where n.run = l.run and n.stage = l.stage and n.node = l.node
            """)
        .param("run", stage.run().value())
        .param("stage", stage.stage())
        .param("why", why)
        .param("at", Sql.at(at))
        .update();
  }
}
