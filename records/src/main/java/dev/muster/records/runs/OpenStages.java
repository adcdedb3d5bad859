package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stages that are in work on a cluster, with their nodes. */
public final class OpenStages {

  private static final String HEADS =
      """
      select s.run, s.stage, r.playbook, r.requester, r.paused_by, r.paused_at,
        r.cancelled_by, s.opened_at,
        case when s.finished_at is not null then s.reason end as closed
      from runs r join run_stages s on s.run = r.id
      where %s and r.finished_at is null and s.opened_at is not null
        and (s.finished_at is null or exists (
          select from stage_nodes n
          where n.run = s.run and n.stage = s.stage and n.finished_at is null))
      order by s.run, s.stage
      """;

  private final Sql sql;
  private final StagePlans plans;

  OpenStages(Sql sql, StagePlans plans) {
    this.sql = sql;
    this.plans = plans;
  }

  /** By key. For deciding on them: none of them is closed while a cycle has its cluster alone. */
  public Map<StageKey, OpenStage> of(ClusterName cluster) {
    return filled(
        sql.statement(HEADS.formatted("r.cluster = :cluster"))
            .param("cluster", cluster.value())
            .query(Row.mapper(OpenStages::head))
            .list());
  }

  /** Those of these runs of a cluster, by key. */
  public Map<StageKey, OpenStage> of(ClusterName cluster, Collection<RunId> runs) {
    return filled(
        sql.statement(HEADS.formatted("r.cluster = :cluster and r.id = any(:runs)"))
            .param("cluster", cluster.value())
            .param("runs", ArrayValue.uuids(runs, RunId::value))
            .query(Row.mapper(OpenStages::head))
            .list());
  }

  /** Those of one run, by key. */
  public Map<StageKey, OpenStage> of(RunId run) {
    return filled(
        sql.statement(HEADS.formatted("r.id = :run"))
            .param("run", run.value())
            .query(Row.mapper(OpenStages::head))
            .list());
  }

  /** The nodes of a stage, in the order in which they are started. */
  public List<NodeId> nodesOf(StageKey stage) {
    return sql.statement(
            "select node from stage_nodes where run = :run and stage = :stage order by position")
        .param("run", stage.run().value())
        .param("stage", stage.stage())
        .query(Row.mapper(row -> new NodeId(row.text("node"))))
        .list();
  }

  private record Head(
      StageKey key,
      String playbook,
      String requester,
      Optional<OpenStage.Paused> paused,
      Optional<String> cancelledBy,
      Optional<Instant> openedAt,
      Optional<String> closed) {}

  private Map<StageKey, OpenStage> filled(List<Head> heads) {
    if (heads.isEmpty()) {
      return Map.of();
    }
    List<StageKey> keys = heads.stream().map(Head::key).toList();
    Map<StageKey, StagePlan> planned = plans.of(keys);
    Map<StageKey, Map<NodeId, OpenStage.Member>> members = members(keys);
    Map<StageKey, OpenStage> open = new LinkedHashMap<>();
    for (Head head : heads) {
      @Nullable StagePlan plan = planned.get(head.key());
      if (plan != null) {
        open.put(
            head.key(), stage(head, plan, members.getOrDefault(head.key(), new LinkedHashMap<>())));
      }
    }
    return open;
  }

  private Map<StageKey, Map<NodeId, OpenStage.Member>> members(List<StageKey> keys) {
    Map<StageKey, Map<NodeId, OpenStage.Member>> byStage = new HashMap<>();
    sql.statement(
            """
            select n.run, n.stage, n.node, n.state, n.batch, n.settling_since, n.started_at
            from unnest(:runs, :stages) as k (run, stage)
            join stage_nodes n on n.run = k.run and n.stage = k.stage
            order by n.run, n.stage, n.position
            """)
        .param("runs", ArrayValue.uuids(keys, StageKey::run))
        .param("stages", ArrayValue.integers(keys, StageKey::stage))
        .query(
            Row.mapper(row -> {
              OpenStage.Member member = member(row);
              byStage
                  .computeIfAbsent(RunRows.stage(row), key -> new LinkedHashMap<>())
                  .put(new NodeId(row.text("node")), member);
              return member;
            }))
        .list();
    return byStage;
  }

  private static OpenStage stage(Head head, StagePlan plan, Map<NodeId, OpenStage.Member> members) {
    return new OpenStage(
        head.key(),
        plan,
        head.playbook(),
        head.requester(),
        head.paused(),
        head.cancelledBy(),
        head.openedAt(),
        head.closed(),
        members);
  }

  private static Head head(Row row) throws SQLException {
    return new Head(
        RunRows.stage(row),
        row.text("playbook"),
        row.text("requester"),
        paused(row),
        row.optionalText("cancelled_by"),
        row.optionalInstant("opened_at"),
        row.optionalText("closed"));
  }

  private static Optional<OpenStage.Paused> paused(Row row) throws SQLException {
    Optional<String> by = row.optionalText("paused_by");
    return by.isEmpty()
        ? Optional.empty()
        : Optional.of(new OpenStage.Paused(by.get(), row.instant("paused_at")));
  }

  private static OpenStage.Member member(Row row) throws SQLException {
    return new OpenStage.Member(
        NodeState.valueOf(row.text("state")),
        row.integer("batch"),
        row.optionalInstant("settling_since"),
        row.optionalInstant("started_at"));
  }
}
