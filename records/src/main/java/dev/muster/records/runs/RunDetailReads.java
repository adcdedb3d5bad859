package dev.muster.records.runs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Runs with everything that people see of them, in as many statements whatever their size. */
public final class RunDetailReads {

  private final Sql sql;
  private final Runs runs;
  private final StagePlans plans;

  RunDetailReads(Sql sql, Runs runs, StagePlans plans) {
    this.sql = sql;
    this.runs = runs;
    this.plans = plans;
  }

  public Optional<RunDetail> find(RunId id) {
    return runs.find(id).map(this::detail);
  }

  private record Seat(int stage, NodeId node) {}

  private record Head(
      StageKey key,
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
                select run, stage, state, reason, approval_asked_at, opened_at, finished_at
                from run_stages where run = :run order by stage
                """)
            .query(Row.mapper(RunDetailReads::head))
            .list();
    Map<StageKey, StagePlan> known = plans.of(heads.stream().map(Head::key).toList());
    Map<Integer, List<RunDetail.Answer>> answers = answers(run.id());
    Map<Integer, List<RunDetail.Node>> nodes = nodes(run, steps(run));
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
                nodes.getOrDefault(index, List.of())));
      }
    }
    return new RunDetail(run, stages);
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

  private Map<Integer, List<RunDetail.Node>> nodes(
      RunRecord run, Map<Seat, List<RunDetail.Step>> steps) {
    Map<Integer, List<RunDetail.Node>> byStage = new HashMap<>();
    of(
            run.id(),
            """
            select s.stage, s.node, s.batch, s.state, s.reason, s.settling_since, s.started_at,
              s.finished_at, n.error_since, n.last_error
            from stage_nodes s
            left join runs r on r.id = s.run and s.state = 'RUNNING'
            left join nodes n
              on n.cluster = r.cluster and n.id = s.node and n.status = 'UNREACHABLE'
            where s.run = :run order by s.stage, s.position
            """)
        .query(
            Row.mapper(row ->
                byStage
                    .computeIfAbsent(row.integer("stage"), stage -> new ArrayList<>())
                    .add(node(row, steps, run.masking()))))
        .list();
    return byStage;
  }

  private Map<Seat, List<RunDetail.Step>> steps(RunRecord run) {
    Map<Seat, List<RunDetail.Step>> bySeat = new HashMap<>();
    of(
            run.id(),
            """
            select id, stage, node, step, step_index, attempt, state, wait_code, wait_text,
              started_at, finished_at, error
            from actions where run = :run and node is not null order by step_index, attempt
            """)
        .query(
            Row.mapper(row ->
                bySeat
                    .computeIfAbsent(
                        new Seat(row.integer("stage"), new NodeId(row.text("node"))),
                        seat -> new ArrayList<>())
                    .add(step(row, run.masking()))))
        .list();
    return bySeat;
  }

  private StatementSpec of(RunId run, String statement) {
    return sql.statement(statement).param("run", run.value());
  }

  private static Head head(Row row) throws SQLException {
    return new Head(
        RunRows.stage(row),
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

  private static RunDetail.Node node(
      Row row, Map<Seat, List<RunDetail.Step>> steps, Masking masking) throws SQLException {
    NodeId id = new NodeId(row.text("node"));
    return new RunDetail.Node(
        id,
        row.integer("batch"),
        NodeState.valueOf(row.text("state")),
        masking.shown(silence(row).orElse(row.text("reason"))),
        row.optionalInstant("settling_since"),
        row.optionalInstant("started_at"),
        row.optionalInstant("finished_at"),
        steps.getOrDefault(new Seat(row.integer("stage"), id), List.of()));
  }

  /** Why nothing is heard of a node in work: the records of it are as old as that. */
  private static Optional<String> silence(Row row) throws SQLException {
    Optional<Instant> since = row.optionalInstant("error_since");
    Optional<String> error = row.optionalText("last_error");
    return since.map(at ->
        "no answer from its agent since %s%s"
            .formatted(
                at.truncatedTo(ChronoUnit.SECONDS),
                error.map(text -> " (" + text + ")").orElse("")));
  }

  private static RunDetail.Step step(Row row, Masking masking) throws SQLException {
    return new RunDetail.Step(
        row.text("step"),
        row.integer("step_index"),
        row.integer("attempt"),
        new ActionId(row.uuid("id")),
        ActionState.valueOf(row.text("state")),
        row.optionalText("wait_code").map(WaitReason.Code::valueOf),
        row.optionalText("wait_text").map(masking::shown),
        row.optionalInstant("started_at"),
        row.optionalInstant("finished_at"),
        row.optionalJson("error", ActionReport.Failure.class)
            .map(failure -> masking.shown(failure.message())));
  }
}
