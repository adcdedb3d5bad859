package dev.muster.records.autopilot;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.autopilot.SeenRun;
import dev.muster.domain.autopilot.WaveKey;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.runs.Runs;
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
import tools.jackson.databind.JsonNode;

/** Reads the run of a plan as its status is made of it: three statements, whatever its size. */
final class SeenRuns {

  private static final String NODES =
      """
      select s.stage, s.node, s.state as node_state, s.reason, n.error_since, n.last_error,
        u.signalled_at, a.step, a.state, a.wait_code, a.wait_text, a.error, a.payload
      from stage_nodes s
      left join nodes n on n.cluster = :cluster and n.id = s.node
        and s.state = 'RUNNING' and n.status = 'UNREACHABLE'
      left join lateral (
        select step, state, wait_code, wait_text, error, payload from actions
        where run = s.run and stage = s.stage and node = s.node
        order by step_index desc, attempt desc limit 1) a on a.state <> 'DONE'
      left join lateral (
        select min(coalesce(sent_at, pushed_at)) as signalled_at from actions
        where run = s.run and stage = s.stage and node = s.node and step = :update) u on true
      where s.run = :run order by s.stage, s.position
      """;

  private final Sql sql;
  private final Runs runs;

  SeenRuns(Sql sql, Runs runs) {
    this.sql = sql;
    this.runs = runs;
  }

  /**
   * A run as it was read.
   *
   * @param over nothing of it can change any more
   */
  record Seen(SeenRun run, PlanStanding.Activity over) {}

  Optional<Seen> find(RunId id) {
    return runs.find(id).map(this::seen);
  }

  private Seen seen(RunRecord run) {
    Map<Integer, List<SeenRun.Node>> nodes = nodes(run);
    List<SeenRun.Stage> stages =
        sql.statement(
                """
                select stage, name, state, reason, opened_at from run_stages
                where run = :run order by stage
                """)
            .param("run", run.id().value())
            .query(
                Row.mapper(row ->
                    new SeenRun.Stage(
                        WaveKey.ofStage(row.text("name")),
                        ProgressState.parse(row.text("state")),
                        run.masking().shown(row.text("reason")),
                        row.optionalInstant("opened_at"),
                        nodes.getOrDefault(row.integer("stage"), List.of()))))
            .list();
    boolean over =
        run.times().finishedAt().isPresent()
            && stages.stream()
                .flatMap(stage -> stage.nodes().stream())
                .flatMap(node -> node.step().stream())
                .allMatch(step -> step.state().isFinal());
    return new Seen(
        new SeenRun(
            run.state(),
            run.masking().shown(run.standing().reason()),
            run.standing().pausedBy(),
            run.standing().cancelledBy(),
            stages),
        over ? PlanStanding.Activity.SETTLED : PlanStanding.Activity.OPEN);
  }

  private Map<Integer, List<SeenRun.Node>> nodes(RunRecord run) {
    Map<Integer, List<SeenRun.Node>> byStage = new HashMap<>();
    sql.statement(NODES)
        .param("run", run.id().value())
        .param("cluster", run.cluster().value())
        .param("update", WaveKey.UPDATE)
        .query(
            Row.mapper(row ->
                byStage
                    .computeIfAbsent(row.integer("stage"), stage -> new ArrayList<>())
                    .add(node(row, run.masking()))))
        .list();
    return byStage;
  }

  private static SeenRun.Node node(Row row, Masking masking) throws SQLException {
    Optional<String> step = row.optionalText("step");
    return new SeenRun.Node(
        new NodeId(row.text("node")),
        NodeState.valueOf(row.text("node_state")),
        masking.shown(silence(row).orElse(row.text("reason"))),
        row.optionalInstant("signalled_at"),
        step.isPresent() ? Optional.of(step(row, step.get(), masking)) : Optional.empty());
  }

  private static Optional<String> silence(Row row) throws SQLException {
    Optional<Instant> since = row.optionalInstant("error_since");
    String error = row.optionalText("last_error").map(" (%s)"::formatted).orElse("");
    return since.map(at ->
        "no answer from its agent since %s%s".formatted(at.truncatedTo(ChronoUnit.SECONDS), error));
  }

  private static SeenRun.Step step(Row row, String name, Masking masking) throws SQLException {
    ActionState state = ActionState.valueOf(row.text("state"));
    return new SeenRun.Step(
        name,
        state,
        row.optionalText("wait_code").map(WaitReason.Code::valueOf),
        masking.shown(detail(row, state)));
  }

  private static String detail(Row row, ActionState state) throws SQLException {
    Optional<String> error =
        row.optionalJson("error", ActionReport.Failure.class).map(ActionReport.Failure::message);
    if (error.isPresent()) {
      return error.get();
    }
    if (state == ActionState.RUNNING) {
      return row.optionalJson("payload").map(SeenRuns::phase).orElse("");
    }
    return row.optionalText("wait_text").orElse("");
  }

  private static String phase(JsonNode payload) {
    String phase = payload.path("phase").asString("");
    String detail = payload.path("detail").asString("");
    return detail.isEmpty() || detail.equals(phase) ? phase : "%s (%s)".formatted(phase, detail);
  }
}
