package dev.muster.records.runs;

import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Runs with everything that people see of them, in as many statements and, beyond {@link
 * RunSample#WHOLE} nodes, as many rows whatever their size.
 */
public final class RunDetailReads {

  private final Sql sql;
  private final Runs runs;
  private final StagePlans plans;
  private final RunNodes nodes;
  private final RunSample sample;

  RunDetailReads(Sql sql, Runs runs, StagePlans plans, RunNodes nodes) {
    this.sql = sql;
    this.runs = runs;
    this.plans = plans;
    this.nodes = nodes;
    this.sample = new RunSample(sql);
  }

  public Optional<RunDetail> find(RunId id) {
    return runs.find(id).map(this::detail);
  }

  private record Head(
      StageKey key,
      boolean large,
      ProgressState state,
      String reason,
      Optional<Instant> approvalAskedAt,
      Optional<Instant> openedAt,
      Optional<Instant> finishedAt) {}

  private RunDetail detail(RunRecord run) {
    List<Head> heads =
        of(
                run.id(),
                """
                select run, stage, state, reason, approval_asked_at, opened_at, finished_at,
                  (select count(*) from
                    (select from stage_nodes n where n.run = :run limit %d) n) > %d as large
                from run_stages where run = :run order by stage
                """
                    .formatted(RunSample.WHOLE + 1, RunSample.WHOLE))
            .query(Row.mapper(RunDetailReads::head))
            .list();
    Map<StageKey, StagePlan> known = plans.of(heads.stream().map(Head::key).toList());
    Map<Integer, List<RunDetail.Answer>> answers = answers(run.id());
    Seen seen = heads.stream().anyMatch(Head::large) ? sampled(run) : whole(run);
    List<RunDetail.Stage> stages = new ArrayList<>(heads.size());
    for (Head head : heads) {
      @Nullable StagePlan plan = known.get(head.key());
      if (plan != null) {
        int index = head.key().stage();
        stages.add(
            new RunDetail.Stage(
                plan,
                head.state(),
                run.masking().shown(head.reason()),
                head.approvalAskedAt(),
                head.openedAt(),
                head.finishedAt(),
                answers.getOrDefault(index, List.of()),
                seen.standing().getOrDefault(index, RunDetail.Standing.EMPTY),
                seen.nodes().getOrDefault(index, List.of())));
      }
    }
    return new RunDetail(run, stages);
  }

  /** By stage. */
  private record Seen(
      Map<Integer, RunDetail.Standing> standing, Map<Integer, List<RunDetail.Node>> nodes) {}

  /** Everything is counted from the one reading, so that it agrees with itself. */
  private Seen whole(RunRecord run) {
    Map<Integer, List<RunDetail.Node>> all = nodes.all(run);
    Map<Integer, RunDetail.Standing> standing = new HashMap<>();
    all.forEach((stage, ofStage) -> standing.put(stage, standing(ofStage)));
    return new Seen(standing, all);
  }

  private static RunDetail.Standing standing(List<RunDetail.Node> nodes) {
    long settling =
        nodes.stream()
            .filter(node -> node.state() == NodeState.RUNNING && node.settlingSince().isPresent())
            .count();
    return new RunDetail.Standing(
        Progress.count(nodes.stream().map(RunDetail.Node::state).toList()),
        (int) settling,
        List.of());
  }

  private Seen sampled(RunRecord run) {
    Map<Integer, RunDetail.Standing> standing = sample.standing(run.id(), run.masking());
    return new Seen(standing, nodes.chosen(run, sample.chosen(standing)));
  }

  private Map<Integer, List<RunDetail.Answer>> answers(RunId run) {
    Map<Integer, List<RunDetail.Answer>> byStage = new HashMap<>();
    of(
            run,
            """
            select stage, by_user, groups, roles, verdict, comment, at from approvals
            where run = :run order by at, by_user
            """)
        .query(
            Row.mapper(row ->
                byStage
                    .computeIfAbsent(row.integer("stage"), stage -> new ArrayList<>())
                    .add(answer(row))))
        .list();
    return byStage;
  }

  private StatementSpec of(RunId run, String statement) {
    return sql.statement(statement).param("run", run.value());
  }

  private static Head head(Row row) throws SQLException {
    return new Head(
        RunRows.stage(row),
        row.flag("large"),
        RunRows.state(row),
        row.text("reason"),
        row.optionalInstant("approval_asked_at"),
        row.optionalInstant("opened_at"),
        row.optionalInstant("finished_at"));
  }

  private static RunDetail.Answer answer(Row row) throws SQLException {
    return new RunDetail.Answer(
        RunRows.answerer(row),
        Verdict.valueOf(row.text("verdict")),
        row.text("comment"),
        row.instant("at"));
  }
}
