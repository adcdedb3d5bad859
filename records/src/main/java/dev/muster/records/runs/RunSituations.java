package dev.muster.records.runs;

import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs as their rules see them: counts instead of nodes, for any number of runs at once. */
public final class RunSituations {

  private static final List<NodeState> FAILED =
      Arrays.stream(NodeState.values()).filter(NodeState::countsAsFailure).toList();

  private static final String SITUATIONS =
      """
      select r.id, r.requester, r.state as run_state, r.state_reason, r.xmin::text as version, r.paused_by,
        r.cancelled_by, s.run, s.stage, s.state, s.opened_at, s.approval_asked_at,
        count(*) filter (where n.state = 'PENDING') as pending,
        count(*) filter (where n.state = 'RUNNING') as running,
        count(*) filter (where n.state = 'SUCCEEDED') as succeeded,
        count(*) filter (where n.state = any(:failed)) as failed,
        count(*) filter (where n.state = 'SKIPPED') as skipped,
        count(*) filter (where n.state = 'CANCELLED') as cancelled,
        count(*) filter (where n.state = 'RUNNING' and n.settling_since is not null)
          as settling
      from runs r
      left join run_stages s on s.run = r.id
      left join stage_nodes n on n.run = s.run and n.stage = s.stage
      where r.id %s
      group by r.id, s.run, s.stage
      order by r.id, s.stage
      """;

  /**
   * One run, which is asked for most of the time. PostgreSQL plans this once; what {@code any}
   * costs depends on the values, so that is planned for each call, which takes longer than to read
   * a small run.
   */
  private static final String OF_ONE = SITUATIONS.formatted("= :runs");

  private static final String OF_MANY = SITUATIONS.formatted("= any(:runs)");

  private final Sql sql;
  private final StagePlans plans;

  RunSituations(Sql sql, StagePlans plans) {
    this.sql = sql;
    this.plans = plans;
  }

  /** Says whether a stage's {@code when} holds; asked only for stages that have one. */
  @FunctionalInterface
  public interface Applies {

    /** What shows a run, rather than moves it, need not know. */
    Applies ALWAYS = (run, stage) -> true;

    boolean test(RunId run, StagePlan stage);
  }

  public Optional<RunSituation> of(RunId run, Applies applies) {
    return Optional.ofNullable(of(Set.of(run), applies).get(run)).map(RunOverview::view);
  }

  /** By run, in the order given; what does not exist is left out. */
  public Map<RunId, RunOverview> of(Collection<RunId> runs, Applies applies) {
    if (runs.isEmpty()) {
      return Map.of();
    }
    Read read = read(runs);
    Map<RunId, List<StageRow>> stages = read.stages();
    Map<StageKey, StagePlan> known =
        plans.of(stages.values().stream().flatMap(List::stream).map(StageRow::key).toList());
    boolean asks =
        stages.values().stream()
            .flatMap(List::stream)
            .anyMatch(stage -> stage.approvalAskedAt().isPresent());
    Map<StageKey, List<RunSituation.Answer>> answers = asks ? answers(runs) : Map.of();
    Map<RunId, RunOverview> found = new LinkedHashMap<>();
    for (RunId run : new LinkedHashSet<>(runs)) {
      @Nullable RunHead head = read.heads().get(run);
      if (head == null) {
        continue;
      }
      List<StageRow> rows = stages.getOrDefault(head.id(), List.of());
      List<RunSituation.Stage> seen = new ArrayList<>(rows.size());
      int settling = 0;
      for (StageRow row : rows) {
        @Nullable StagePlan plan = known.get(row.key());
        if (plan != null) {
          seen.add(row.seen(plan, applies, answers.getOrDefault(row.key(), List.of())));
          settling += row.settling();
        }
      }
      found.put(
          head.id(), new RunOverview(head.view(seen), head.reason(), settling, head.version()));
    }
    return found;
  }

  private record RunHead(
      RunId id,
      String requester,
      ProgressState state,
      String reason,
      String version,
      Optional<String> pausedBy,
      Optional<String> cancelledBy) {

    RunSituation view(List<RunSituation.Stage> stages) {
      return new RunSituation(id, requester, state, pausedBy, cancelledBy, stages);
    }
  }

  private record StageRow(
      StageKey key,
      ProgressState state,
      RunSituation.NodeCounts counts,
      int settling,
      Optional<Instant> openedAt,
      Optional<Instant> approvalAskedAt) {

    RunSituation.Stage seen(StagePlan plan, Applies applies, List<RunSituation.Answer> answers) {
      boolean undecided = plan.when().isPresent() && openedAt.isEmpty() && !state.isFinal();
      return new RunSituation.Stage(
          plan,
          state,
          counts,
          !undecided || applies.test(key.run(), plan),
          openedAt,
          approvalAskedAt,
          answers);
    }
  }

  /** Heads and stages in one statement: who asks for runs asks for one, most of the time. */
  private Read read(Collection<RunId> runs) {
    Map<RunId, RunHead> heads = new HashMap<>();
    Map<RunId, List<StageRow>> stages = new HashMap<>();
    boolean one = runs.size() == 1;
    sql.statement(one ? OF_ONE : OF_MANY)
        .param("runs", one ? runs.iterator().next().value() : ArrayValue.uuids(runs, RunId::value))
        .param("failed", ArrayValue.texts(FAILED, NodeState::name))
        .query(
            Row.mapper(row -> {
              RunId run = new RunId(row.uuid("id"));
              if (!heads.containsKey(run)) {
                heads.put(run, head(run, row));
              }
              if (row.optionalUuid("run").isPresent()) {
                stages.computeIfAbsent(run, id -> new ArrayList<>()).add(stage(row));
              }
              return run;
            }))
        .list();
    return new Read(heads, stages);
  }

  private record Read(Map<RunId, RunHead> heads, Map<RunId, List<StageRow>> stages) {}

  private static RunHead head(RunId run, Row row) throws SQLException {
    return new RunHead(
        run,
        row.text("requester"),
        ProgressState.parse(row.text("run_state")),
        row.text("state_reason"),
        row.text("version"),
        row.optionalText("paused_by"),
        row.optionalText("cancelled_by"));
  }

  private Map<StageKey, List<RunSituation.Answer>> answers(Collection<RunId> runs) {
    Map<StageKey, List<RunSituation.Answer>> byStage = new HashMap<>();
    sql.statement(
            """
            select run, stage, by_user, groups, roles, verdict, at from approvals
            where run = any(:runs) order by at, by_user
            """)
        .param("runs", ArrayValue.uuids(runs, RunId::value))
        .query(
            Row.mapper(row ->
                byStage
                    .computeIfAbsent(RunRows.stage(row), key -> new ArrayList<>())
                    .add(answer(row))))
        .list();
    return byStage;
  }

  private static RunSituation.Answer answer(Row row) throws SQLException {
    return new RunSituation.Answer(
        RunRows.answerer(row),
        RunSituation.Answer.Verdict.valueOf(row.text("verdict")),
        row.instant("at"));
  }

  private static StageRow stage(Row row) throws SQLException {
    RunSituation.NodeCounts counts =
        new RunSituation.NodeCounts(
            row.integer("pending"),
            row.integer("running"),
            row.integer("succeeded"),
            row.integer("failed"),
            row.integer("skipped"),
            row.integer("cancelled"));
    return new StageRow(
        RunRows.stage(row),
        RunRows.state(row),
        counts,
        row.integer("settling"),
        row.optionalInstant("opened_at"),
        row.optionalInstant("approval_asked_at"));
  }
}
