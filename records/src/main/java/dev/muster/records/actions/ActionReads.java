package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.sync.RecordedAction;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What cycles read of actions: narrow, in bulk, each in one statement. */
public final class ActionReads {

  private final Sql sql;

  public ActionReads(Sql sql) {
    this.sql = sql;
  }

  /** By {@code createdAt}, then id. */
  public List<ActionBrief> unfinishedOf(ClusterName cluster) {
    return briefs()
        .and("a.cluster = :cluster")
        .and("a.finished_at is null")
        .with("cluster", cluster.value())
        .then("order by a.created_at, a.id")
        .list(sql, ActionRows::brief);
  }

  /** The unfinished actions of these runs; by {@code createdAt}, then id. */
  public List<ActionBrief> unfinishedOfRuns(ClusterName cluster, Collection<RunId> runs) {
    return briefs()
        .and("a.cluster = :cluster")
        .and("a.finished_at is null")
        .and("a.run = any(:runs)")
        .with("cluster", cluster.value())
        .with("runs", ArrayValue.uuids(runs, RunId::value))
        .then("order by a.created_at, a.id")
        .list(sql, ActionRows::brief);
  }

  /** Those of these ids that are unfinished. */
  public Map<ActionId, ActionBrief> unfinishedAmong(ClusterName cluster, Collection<ActionId> ids) {
    Map<ActionId, ActionBrief> found = new LinkedHashMap<>();
    briefs()
        .and("a.cluster = :cluster")
        .and("a.finished_at is null")
        .and("a.id = any(:ids)")
        .with("cluster", cluster.value())
        .with("ids", ArrayValue.uuids(ids, ActionId::value))
        .list(sql, ActionRows::brief)
        .forEach(action -> found.put(action.id(), action));
    return found;
  }

  /** The unfinished actions of these nodes only. */
  public List<ActionBrief> unfinishedOfNodes(ClusterName cluster, Collection<NodeId> nodes) {
    return briefs()
        .and("a.cluster = :cluster")
        .and("a.finished_at is null")
        .and("a.node = any(:nodes)")
        .with("cluster", cluster.value())
        .with("nodes", ArrayValue.texts(nodes, NodeId::value))
        .then("order by a.created_at, a.id")
        .list(sql, ActionRows::brief);
  }

  /** By id; what does not exist is left out. */
  public Map<ActionId, ActionBrief> byIds(Collection<ActionId> ids) {
    Map<ActionId, ActionBrief> found = new LinkedHashMap<>();
    briefs()
        .and("a.id = any(:ids)")
        .with("ids", ArrayValue.uuids(ids, ActionId::value))
        .then("order by a.created_at, a.id")
        .list(sql, ActionRows::brief)
        .forEach(action -> found.put(action.id(), action));
    return found;
  }

  /** Outputs and progress; actions that have none are left out. */
  public Map<ActionId, JsonNode> payloadsOf(Collection<ActionId> ids) {
    return column("payload", ids);
  }

  /**
   * What an agent's snapshot is compared with: every unfinished action of these nodes that its
   * agent may have, and every action of theirs among {@code reported}, whatever its state.
   *
   * @param forgetful the nodes whose agents may have had and forgotten what was not sent by these
   *     records: of them every unfinished action
   */
  public Map<NodeId, List<RecordedAction>> recorded(
      ClusterName cluster,
      Collection<NodeId> nodes,
      Collection<ActionId> reported,
      Collection<NodeId> forgetful) {
    Map<NodeId, List<RecordedAction>> byNode = new HashMap<>();
    sql.statement(
            """
            select id, node, kind, args, state, sent_at, payload, created_at from actions
            where cluster = :cluster and finished_at is null and node = any(:nodes)
              and executor = 'AGENT' and (sent_at is not null or state <> :unsent or node = any(:forgetful)
                or id = any(:reported))
            union all
            select id, node, kind, args, state, sent_at, payload, created_at from actions
            where cluster = :cluster and finished_at is not null and node = any(:nodes)
              and executor = 'AGENT' and id = any(:reported)
            order by created_at, id
            """)
        .param("cluster", cluster.value())
        .param("unsent", ActionState.PENDING_SCHEDULE.name())
        .param("forgetful", ArrayValue.texts(forgetful, NodeId::value))
        .param("nodes", ArrayValue.texts(nodes, NodeId::value))
        .param("reported", ArrayValue.uuids(reported, ActionId::value))
        .query(
            Row.mapper(row ->
                byNode
                    .computeIfAbsent(new NodeId(row.text("node")), node -> new ArrayList<>())
                    .add(recorded(row))))
        .list();
    return byNode;
  }

  /** Every attempt of these nodes in these stages, in the order in which they were made. */
  public List<StepAttempt> attemptsOf(Collection<StageKey> stages, Collection<NodeId> nodes) {
    return sql.statement(
            """
            select a.id, a.node, a.run, a.stage, a.step, a.step_index, a.attempt, a.state,
              a.started_at, a.finished_at, a.cause
            from unnest(:runs, :stages) as k (run, stage)
            join actions a on a.run = k.run and a.stage = k.stage
            where a.node = any(:nodes)
            order by a.run, a.stage, a.node, a.step_index, a.attempt
            """)
        .param("runs", ArrayValue.uuids(stages, StageKey::run))
        .param("stages", ArrayValue.integers(stages, StageKey::stage))
        .param("nodes", ArrayValue.texts(nodes, NodeId::value))
        .query(Row.mapper(ActionReads::attempt))
        .list();
  }

  /** What is sent and not acknowledged, in the order in which agents must get it. */
  public List<Push> toPush(ClusterName cluster, NodeSelection selection) {
    Query query =
        new Query(ActionRows.PUSH)
            .and("a.cluster = :cluster")
            .and("a.finished_at is null")
            .and("a.state = 'PENDING_SCHEDULE'")
            .and("a.sent_at is not null")
            .and("a.pushed_at is null")
            .and("a.node is not null")
            .and("a.executor = 'AGENT'")
            .with("cluster", cluster.value())
            .then("order by a.node, a.created_at, a.id");
    switch (selection) {
      case NodeSelection.All() -> {}
      case NodeSelection.Named(List<NodeId> nodes) ->
          query.and("a.node = any(:nodes)").with("nodes", ArrayValue.texts(nodes, NodeId::value));
      case NodeSelection.Range(NodeId from, NodeId to) ->
          query
              .and("a.node between :from and :to")
              .with("from", from.value())
              .with("to", to.value());
    }
    return query.list(sql, ActionRows::push);
  }

  /** By id, as each is given to who executes it. */
  public Map<ActionId, Push> pushesOf(Collection<ActionId> ids) {
    Map<ActionId, Push> found = new HashMap<>();
    new Query(ActionRows.PUSH)
        .and("a.id = any(:ids)")
        .and("a.node is not null")
        .with("ids", ArrayValue.uuids(ids, ActionId::value))
        .list(sql, ActionRows::push)
        .forEach(push -> found.put(push.id(), push));
    return found;
  }

  /** The actions in WAITING that need wait no longer, one way or the other. */
  public List<Dependency> decidedDependencies(ClusterName cluster) {
    return sql.statement(
            """
            with waiting as (
              select id, created_at, depends_on from actions
              where cluster = :cluster and finished_at is null and state = 'WAITING'
            ), links as (
              select w.id, w.created_at, d.on_id, d.place, o.state,
                o.id is null or (o.finished_at is not null and o.state <> 'DONE') as broken
              from waiting w
              left join lateral unnest(w.depends_on) with ordinality as d (on_id, place) on true
              left join actions o on o.id = d.on_id
            ), decided as (
              select id, created_at,
                (array_agg(on_id order by place) filter (where broken and on_id is not null))[1]
                  as on_id,
                (array_agg(state order by place) filter (where broken and on_id is not null))[1]
                  as state,
                bool_and(on_id is null or coalesce(state = 'DONE', false)) as ready
              from links group by id, created_at
            )
            select id, on_id, state, ready from decided where ready or on_id is not null
            order by created_at, id
            """)
        .param("cluster", cluster.value())
        .query(Row.mapper(ActionReads::dependency))
        .list();
  }

  /** How many of the actions that each one depends on are not DONE. */
  public Map<ActionId, Integer> openDependencies(Collection<ActionId> ids) {
    Map<ActionId, Integer> open = new HashMap<>();
    sql.statement(
            """
            select a.id,
              (select count(*) from unnest(a.depends_on) as d (on_id)
                left join actions o on o.id = d.on_id
                where o.state is distinct from 'DONE') as open
            from actions a where a.id = any(:ids)
            """)
        .param("ids", ArrayValue.uuids(ids, ActionId::value))
        .query(Row.mapper(row -> Optional.ofNullable(open.put(id(row), row.integer("open")))))
        .list();
    return open;
  }

  private static Query briefs() {
    return new Query("select " + ActionRows.BRIEF_COLUMNS + ActionRows.BRIEF_FROM);
  }

  private Map<ActionId, JsonNode> column(String column, Collection<ActionId> ids) {
    Map<ActionId, JsonNode> values = new HashMap<>();
    new Query("select id, " + column + " as value from actions")
        .and("id = any(:ids)")
        .and(column + " is not null")
        .with("ids", ArrayValue.uuids(ids, ActionId::value))
        .list(sql, row -> Optional.ofNullable(values.put(id(row), row.json("value"))));
    return values;
  }

  private static ActionId id(Row row) throws SQLException {
    return new ActionId(row.uuid("id"));
  }

  private static RecordedAction recorded(Row row) throws SQLException {
    return new RecordedAction(
        id(row),
        new ActionKind(row.text("kind")),
        row.json("args"),
        ActionState.valueOf(row.text("state")),
        row.optionalInstant("sent_at"),
        row.optionalJson("payload"));
  }

  private static StepAttempt attempt(Row row) throws SQLException {
    StepRef step = ActionRows.step(row).orElseThrow();
    return new StepAttempt(
        step.stage(),
        new NodeId(row.text("node")),
        id(row),
        step.step(),
        new Attempt(
            step.index(),
            step.attempt(),
            ActionState.valueOf(row.text("state")),
            row.optionalInstant("finished_at"),
            ActionRows.cause(row)),
        row.optionalInstant("started_at"));
  }

  private static Dependency dependency(Row row) throws SQLException {
    return row.flag("ready")
        ? new Dependency.Ready(id(row))
        : new Dependency.Broken(
            id(row),
            new ActionId(row.uuid("on_id")),
            row.optionalText("state").map(ActionState::valueOf));
  }
}
