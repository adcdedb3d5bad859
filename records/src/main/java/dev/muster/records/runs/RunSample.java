package dev.muster.records.runs;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.RunId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.runs.RunDetail.Standing;
import dev.muster.records.runs.RunDetail.Waits;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What is read of a run that has too many nodes to be shown whole: numbers, and the nodes that
 * somebody may want to look at. PostgreSQL counts; as many rows are read whatever the run's size.
 */
final class RunSample {

  /** Nodes of all stages of a run that is still read whole. */
  static final int WHOLE = 2_000;

  /** Nodes of a stage that is shown whole beside large ones, such as a canary. */
  private static final int SMALL_STAGE = 100;

  /** Nodes of all such stages. */
  private static final int SMALL_STAGES = 500;

  /** The failed nodes, the latest; and as many in work, the longest. */
  private static final int TELLING = 200;

  /** Those that have not begun, the next; or that never will. */
  private static final int OTHERS = 50;

  /** Kinds of reasons for each stage, by how many wait for them; there are hardly more. */
  private static final int REASONS = 20;

  private static final List<NodeState> FAILED =
      Arrays.stream(NodeState.values()).filter(NodeState::countsAsFailure).toList();

  /** Those in which nothing was done on a node, or nothing will be. */
  private static final List<NodeState> REST =
      Arrays.stream(NodeState.values())
          .filter(state -> state != NodeState.RUNNING && state != NodeState.SUCCEEDED)
          .filter(state -> !state.countsAsFailure())
          .toList();

  private final Sql sql;

  RunSample(Sql sql) {
    this.sql = sql;
  }

  private record Count(int stage, NodeState state, int nodes, int settling) {}

  private record Waiting(int stage, Waits waits) {}

  /** By stage, in order; stages without nodes are left out. */
  Map<Integer, Standing> standing(RunId run, Masking masking) {
    Map<Integer, Map<NodeState, Integer>> nodes = new TreeMap<>();
    Map<Integer, Integer> settling = new HashMap<>();
    for (Count count : counts(run)) {
      nodes
          .computeIfAbsent(count.stage(), stage -> new EnumMap<>(NodeState.class))
          .put(count.state(), count.nodes());
      settling.merge(count.stage(), count.settling(), Integer::sum);
    }
    Map<Integer, List<Waits>> waits = waits(run, masking);
    Map<Integer, Standing> standing = new TreeMap<>();
    nodes.forEach((stage, counts) ->
        standing.put(
            stage,
            new Standing(
                Progress.count(counts),
                settling.getOrDefault(stage, 0),
                waits.getOrDefault(stage, List.of()))));
    return standing;
  }

  /** The nodes to show, for {@link RunNodes#chosen}. */
  Query chosen(Map<Integer, Standing> standing) {
    SortedMap<Integer, Integer> sizes = new TreeMap<>();
    standing.forEach((stage, stands) -> sizes.put(stage, stands.counts().total()));
    List<Integer> small = small(sizes);
    return new Query(
            """
            (select %1$s from stage_nodes s where s.run = :run and s.stage = any(:small))
            union all
            (select %1$s from stage_nodes s
            where s.run = :run and not s.stage = any(:small) and s.state = any(:failed)
            order by s.finished_at desc nulls last, s.stage, s.position limit %2$d)
            union all
            (select %1$s from stage_nodes s
            where s.run = :run and not s.stage = any(:small) and s.state = 'RUNNING'
            order by s.started_at, s.stage, s.position limit %2$d)
            union all
            (select %1$s from stage_nodes s
            where s.run = :run and not s.stage = any(:small)
              and s.state = any(:others)
            order by s.stage, s.position limit %3$d)
            """
                .formatted(RunNodes.COLUMNS, TELLING, OTHERS))
        .with("small", ArrayValue.integers(small, stage -> stage))
        .with("failed", ArrayValue.texts(FAILED, NodeState::name))
        .with("others", ArrayValue.texts(REST, NodeState::name));
  }

  /** What is shown of a run that is being recorded: nodes by stage, in order. None has begun. */
  static List<List<PlannedNode>> ofNew(RunPlan plan) {
    List<List<PlannedNode>> all = plan.stages().stream().map(PlannedStage::nodes).toList();
    if (all.stream().mapToInt(List::size).sum() <= WHOLE) {
      return all;
    }
    SortedMap<Integer, Integer> sizes = new TreeMap<>();
    IntStream.range(0, all.size()).forEach(stage -> sizes.put(stage, all.get(stage).size()));
    List<Integer> small = small(sizes);
    List<List<PlannedNode>> shown = new ArrayList<>();
    int room = OTHERS;
    for (int stage = 0; stage < all.size(); stage++) {
      List<PlannedNode> nodes = all.get(stage);
      if (!small.contains(stage)) {
        nodes = nodes.subList(0, Math.min(nodes.size(), room));
        room -= nodes.size();
      }
      shown.add(nodes);
    }
    return shown;
  }

  /** Which stages are shown whole, of how many nodes each has. */
  private static List<Integer> small(SortedMap<Integer, Integer> sizes) {
    List<Integer> small = new ArrayList<>();
    int room = SMALL_STAGES;
    for (Map.Entry<Integer, Integer> stage : sizes.entrySet()) {
      int nodes = stage.getValue();
      if (nodes <= Math.min(SMALL_STAGE, room)) {
        small.add(stage.getKey());
        room -= nodes;
      }
    }
    return small;
  }

  private List<Count> counts(RunId run) {
    return sql.statement(
            """
            select stage, state, count(*) as nodes,
              count(*) filter (where state = 'RUNNING' and settling_since is not null) as settling
            from stage_nodes where run = :run group by stage, state
            """)
        .param("run", run.value())
        .query(
            Row.mapper(row ->
                new Count(
                    row.integer("stage"),
                    NodeState.valueOf(row.text("state")),
                    row.integer("nodes"),
                    row.integer("settling"))))
        .list();
  }

  private Map<Integer, List<Waits>> waits(RunId run, Masking masking) {
    Map<Integer, List<Waits>> waits = new HashMap<>();
    sql.statement(
            """
            select w.stage, w.wait_code, w.actions, w.node,
              (select a.wait_text from actions a
              where a.run = :run and a.stage = w.stage and a.node = w.node
                and a.finished_at is null and a.wait_code = w.wait_code limit 1) as wait_text
            from (
              select stage, wait_code, count(*) as actions, min(node) as node,
                row_number() over (partition by stage order by count(*) desc, wait_code) as place
              from actions
              where run = :run and node is not null and finished_at is null
                and wait_code is not null
              group by stage, wait_code) w
            where w.place <= %d order by w.stage, w.place
            """
                .formatted(REASONS))
        .param("run", run.value())
        .query(Row.mapper(row -> waiting(row, masking)))
        .list()
        .forEach(
            one -> waits.computeIfAbsent(one.stage(), stage -> new ArrayList<>()).add(one.waits()));
    return waits;
  }

  private static Waiting waiting(Row row, Masking masking) throws SQLException {
    return new Waiting(
        row.integer("stage"),
        new Waits(
            WaitReason.Code.valueOf(row.text("wait_code")),
            row.integer("actions"),
            new NodeId(row.text("node")),
            masking.shown(row.optionalText("wait_text").orElse(""))));
  }
}
