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

  private record Seat(int stage, PlannedNode node, int position) {}

  private final Sql sql;

  RunInserts(Sql sql) {
    this.sql = sql;
  }

  /** The run as it is recorded, if it was new and its cluster is there. */
  Optional<RunRecord> insert(NewRun run) {
    Optional<RunRecord> made =
        sql.statement(
                """
                insert into runs (id, cluster, playbook, playbook_version, definition, params,
                  plan_hash, state, requester, reason, ticket, created_at)
                select :id, name, :playbook, :version, :definition::jsonb, :params::jsonb, :hash,
                  :state, :requester, :reason, :ticket, :at
                from clusters where name = :cluster for key share
                on conflict (id) do nothing
                returning
                """
                    + RunRows.COLUMNS)
            .param("id", run.id().value())
            .param("cluster", run.cluster().value())
            .param("playbook", run.playbook())
            .param("version", run.version())
            .param("definition", Texts.json(run.definition()))
            .param("params", Texts.json(run.plan().params()))
            .param("hash", run.plan().hash())
            .param("state", ProgressState.NEW_PLAN.word())
            .param("requester", Texts.clean(run.requester()))
            .param("reason", Texts.clean(run.reason()))
            .param("ticket", Texts.clean(run.ticket()))
            .param("at", Sql.at(run.at()))
            .query(Row.mapper(RunRows::run))
            .optional();
    if (made.isPresent()) {
      insertStages(run.id(), run.plan().stages());
      insertSeats(run.id(), run.plan().stages());
    }
    return made;
  }

  private void insertStages(RunId run, List<PlannedStage> stages) {
    sql.statement(
            """
            insert into run_stages (run, stage, name, plan, state)
            select :run, stage, name, plan, :state
            from unnest(:stages, :names, :plans) as s (stage, name, plan)
            """)
        .param("run", run.value())
        .param("state", ProgressState.NEW_PLAN.word())
        .param("stages", ArrayValue.integers(stages, stage -> stage.plan().index()))
        .param("names", ArrayValue.texts(stages, stage -> stage.plan().name()))
        .param("plans", ArrayValue.jsons(stages, PlannedStage::plan))
        .update();
  }

  private void insertSeats(RunId run, List<PlannedStage> stages) {
    List<Seat> seats = new ArrayList<>();
    for (PlannedStage stage : stages) {
      seats.addAll(seats(stage.plan().index(), stage.nodes()));
    }
    insert(run, seats);
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
