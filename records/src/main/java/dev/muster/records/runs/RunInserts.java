package dev.muster.records.runs;

import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records a run with its stages and their nodes. */
final class RunInserts {

  /** The run, its stages and their nodes in one statement: nothing is said of it in pieces. */
  private static final String INSERT =
      """
      with made as (
        insert into runs (id, cluster, playbook, playbook_version, definition, params,
          plan_hash, state, requester, reason, ticket, created_at)
        select :id, name, :playbook, :version, :definition::jsonb, :params::jsonb, :hash,
          :new, :requester, :reason, :ticket, :at
        from clusters where name = :cluster for key share
        on conflict (id) do nothing
        returning *
      ), staged as (
        insert into run_stages (run, stage, name, plan, state)
        select made.id, s.stage, s.name, s.plan, :new
        from made, unnest(:stages, :names, :plans) as s (stage, name, plan)
      ), seated as (
        insert into stage_nodes (run, stage, node, position, batch, state)
        select made.id, n.stage, n.node, n.position, n.batch, :pending
        from made, unnest(:ofStages, :nodes, :positions, :batches)
          as n (stage, node, position, batch)
      )
      select
      """
          + RunRows.COLUMNS
          + "from made";

  private record Seat(int stage, PlannedNode node, int position) {}

  private final Sql sql;

  RunInserts(Sql sql) {
    this.sql = sql;
  }

  /** The run as it is recorded with its stages, if it was new and its cluster is there. */
  Optional<RunRecord> insert(NewRun run) {
    List<PlannedStage> stages = run.plan().stages();
    List<Seat> seats = new ArrayList<>();
    for (PlannedStage stage : stages) {
      seats.addAll(seats(stage.plan().index(), stage.nodes()));
    }
    return sql.statement(INSERT)
        .param("id", run.id().value())
        .param("cluster", run.cluster().value())
        .param("playbook", run.playbook())
        .param("version", run.version())
        .param("definition", Texts.json(run.definition()))
        .param("params", Texts.json(run.plan().params()))
        .param("hash", run.plan().hash())
        .param("new", ProgressState.NEW_PLAN.word())
        .param("requester", Texts.clean(run.origin().requester()))
        .param("reason", Texts.clean(run.origin().reason()))
        .param("ticket", Texts.clean(run.origin().ticket()))
        .param("at", Sql.at(run.at()))
        .param("stages", ArrayValue.integers(stages, stage -> stage.plan().index()))
        .param("names", ArrayValue.texts(stages, stage -> stage.plan().name()))
        .param("plans", ArrayValue.jsons(stages, PlannedStage::plan))
        .param("pending", NodeState.PENDING.name())
        .param("ofStages", ArrayValue.integers(seats, Seat::stage))
        .param("nodes", ArrayValue.texts(seats, seat -> seat.node().node()))
        .param("positions", ArrayValue.integers(seats, Seat::position))
        .param("batches", ArrayValue.integers(seats, seat -> seat.node().batch()))
        .query(Row.mapper(RunRows::run))
        .optional();
  }

  /** Gives a stage its nodes when it opens: a rollback stage has none before. */
  void insertNodes(RunId run, int stage, List<PlannedNode> nodes) {
    insert(run, seats(stage, nodes));
  }

  private void insert(RunId run, List<Seat> seats) {
    if (seats.isEmpty()) {
      return;
    }
    sql.statement(
            """
            insert into stage_nodes (run, stage, node, position, batch, state)
            select :run, stage, node, position, batch, :state
            from unnest(:stages, :nodes, :positions, :batches)
              as n (stage, node, position, batch)
            on conflict (run, stage, node) do nothing
            """)
        .param("run", run.value())
        .param("state", NodeState.PENDING.name())
        .param("stages", ArrayValue.integers(seats, Seat::stage))
        .param("nodes", ArrayValue.texts(seats, seat -> seat.node().node()))
        .param("positions", ArrayValue.integers(seats, Seat::position))
        .param("batches", ArrayValue.integers(seats, seat -> seat.node().batch()))
        .update();
  }

  private static List<Seat> seats(int stage, List<PlannedNode> nodes) {
    List<Seat> seats = new ArrayList<>(nodes.size());
    for (PlannedNode node : nodes) {
      seats.add(new Seat(stage, node, seats.size()));
    }
    return seats;
  }
}
