package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.sync.LostStep.KnownRun;
import dev.muster.domain.sync.LostStep.KnownStage;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The runs to which actions may belong that were found on agents. */
public final class KnownRuns {

  private final Sql sql;
  private final StagePlans plans;

  KnownRuns(Sql sql, StagePlans plans) {
    this.sql = sql;
    this.plans = plans;
  }

  private record Head(boolean over, String requester) {}

  /** A run, and who wants it. */
  public record Wanted(KnownRun run, String requester) {}

  /** By id; those that this cluster does not have are left out. Of the nodes only these. */
  public Map<RunId, Wanted> of(
      ClusterName cluster, Collection<RunId> runs, Collection<NodeId> nodes) {
    Map<RunId, Head> heads = new HashMap<>();
    Map<StageKey, Set<NodeId>> stages = new LinkedHashMap<>();
    sql.statement(
            """
            select r.id, r.requester, r.finished_at is not null as is_over, s.run, s.stage, n.node
            from runs r join run_stages s on s.run = r.id
            left join stage_nodes n
              on n.run = s.run and n.stage = s.stage and n.node = any(:nodes)
            where r.id = any(:runs) and r.cluster = :cluster
            order by s.run, s.stage
            """)
        .param("runs", ArrayValue.uuids(runs, RunId::value))
        .param("nodes", ArrayValue.texts(nodes, NodeId::value))
        .param("cluster", cluster.value())
        .query(
            Row.mapper(row -> {
              StageKey key = RunRows.stage(row);
              heads.put(key.run(), new Head(row.flag("is_over"), row.text("requester")));
              Set<NodeId> ofStage = stages.computeIfAbsent(key, any -> new HashSet<>());
              row.optionalText("node").map(NodeId::new).ifPresent(ofStage::add);
              return key;
            }))
        .list();
    return known(heads, stages);
  }

  private Map<RunId, Wanted> known(
      Map<RunId, Head> heads, Map<StageKey, Set<NodeId>> stages) {
    Map<StageKey, StagePlan> known = plans.of(stages.keySet());
    Map<RunId, List<KnownStage>> byRun = new HashMap<>();
    stages.forEach((key, nodes) ->
        Optional.ofNullable(known.get(key))
            .ifPresent(plan ->
                byRun
                    .computeIfAbsent(key.run(), any -> new ArrayList<>())
                    .add(new KnownStage(plan, nodes))));
    Map<RunId, Wanted> found = new HashMap<>();
    heads.forEach((run, head) -> {
      List<KnownStage> ofRun = byRun.getOrDefault(run, List.of());
      found.put(run, new Wanted(new KnownRun(run, head.over(), ofRun), head.requester()));
    });
    return found;
  }
}
