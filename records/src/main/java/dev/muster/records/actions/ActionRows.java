package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.sql.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Reads rows of {@code actions}. */
final class ActionRows {

  static final String FULL =
      """
      select a.*, coalesce(n.sensitive, '{}') as node_sensitive,
        r.definition->'sensitive' as run_sensitive,
        case when r.definition->'sensitive' is not null then r.params end as run_params
      from actions a
      left join nodes n on n.cluster = a.cluster and n.id = a.node
      left join runs r on r.id = a.run\
      """;

  /** A page of them, without its conditions and its order: {@link #BESIDE_PAGE} follows. */
  static final String PAGE = "with page as materialized (select a.* from actions a";

  /**
   * The rest of {@link #FULL}, in such words that PostgreSQL looks each node of the page up, and
   * each run once, however many there are.
   */
  static final String BESIDE_PAGE =
      """
      )
      select a.*, coalesce(n.sensitive, '{}') as node_sensitive, r.run_sensitive, r.run_params
      from page a
      left join lateral (
        select sensitive from nodes where cluster = a.cluster and id = a.node limit 1) n on true
      left join (
        select id, definition->'sensitive' as run_sensitive,
          case when definition->'sensitive' is not null then params end as run_params
        from runs where id = any(array(select distinct run from page))) r on r.id = a.run
      order by \
      """;

  /** What people call an action, with {@code %s} in place of the alias. */
  static final String NAME = "(%smetadata->>'name') collate \"C\"";

  /** What tells actions apart, in a line. */
  static final String SAID =
      """
      kind || ' on ' || cluster || coalesce('/' || node, '') || ', ' || state
        || coalesce(', name ' || left(metadata->>'name', 63), '')\
      """;

  static final String BRIEF_COLUMNS =
      """
      a.id, a.node, a.kind, a.state, a.run, a.stage, a.step, a.step_index, a.attempt,
      (s.finished_at is not null or r.finished_at is not null) as stage_ended,
      a.executor, a.even_when_down, a.exclusive, a.not_before, a.schedule_before, a.timeout_ms, a.created_at, a.sent_at,
      a.started_at, a.parent, a.suspended_ms,
      a.wait_text, a.cancel_sent_at,
      a.pause_signal, a.pause_requested_at, a.pause_requested_by, a.pause_sent_at, a.pause_refusal,
      coalesce(a.cancel_requested_at, r.cancelled_at) as cancel_requested_at,
      coalesce(a.cancel_requested_by, r.cancelled_by) as cancel_requested_by
      """;

  static final String BRIEF_FROM =
      """
      from actions a
      left join run_stages s on s.run = a.run and s.stage = a.stage
      left join runs r on r.id = a.run
      """;

  /** As one is given to who executes it. */
  static final String PUSH =
      """
      select a.id, a.node, a.kind, a.args, a.metadata, a.created_at, a.timeout_ms, a.run,
        a.stage, a.step, a.step_index, a.attempt,
        r.playbook as run_playbook, r.definition->'sensitive' as run_sensitive,
        case when r.definition->'sensitive' is not null then r.params end as run_params
      from actions a left join runs r on r.id = a.run\
      """;

  private ActionRows() {}

  static ActionRecord full(Row row) throws SQLException {
    return new ActionRecord(
        new ActionId(row.uuid("id")),
        new ClusterName(row.text("cluster")),
        row.optionalText("node").map(NodeId::new),
        new NewAction.Work(
            new ActionKind(row.text("kind")),
            row.json("args"),
            row.textMap("metadata"),
            row.text("origin"),
            row.text("requester"),
            Executor.valueOf(row.text("executor"))),
        new ActionRecord.Terms(
            row.uuids("depends_on").stream().map(ActionId::new).toList(),
            row.flag("even_when_down"),
            timeout(row),
            derivation(row)),
        step(row),
        course(row),
        outcome(row),
        masking(row, row.texts("node_sensitive")));
  }

  private static ActionRecord.Course course(Row row) throws SQLException {
    return new ActionRecord.Course(
        ActionState.valueOf(row.text("state")),
        wait(row),
        row.instant("created_at"),
        row.optionalInstant("sent_at"),
        row.optionalInstant("pushed_at"),
        row.integer("push_attempts"),
        row.integer("retries"),
        cancel(row),
        pause(row));
  }

  /** What the node, or the playbook of the run, calls sensitive. */
  static Masking masking(Row row, List<String> ofNode) throws SQLException {
    Optional<JsonNode> ofRun = row.optionalJson("run_sensitive");
    if (ofRun.isEmpty()) {
      return ofNode.isEmpty() ? Masking.NONE : Masking.of(ofNode, row.json("args"));
    }
    List<String> names = new ArrayList<>(ofNode);
    names.addAll(Masking.names(ofRun.get()));
    return Masking.of(names, row.json("args"), row.json("run_params"));
  }

  static ActionBrief brief(Row row) throws SQLException {
    return new ActionBrief(
        new ActionId(row.uuid("id")),
        row.optionalText("node").map(NodeId::new),
        new ActionKind(row.text("kind")),
        ActionState.valueOf(row.text("state")),
        step(row),
        new ActionBrief.Terms(
            Executor.valueOf(row.text("executor")),
            row.flag("even_when_down"),
            row.flag("exclusive"),
            row.optionalInstant("not_before"),
            timeout(row),
            parent(row)),
        new ActionBrief.Times(
            row.instant("created_at"),
            row.optionalInstant("sent_at"),
            row.optionalInstant("schedule_before"),
            row.optionalInstant("started_at"),
            Duration.ofMillis(row.number("suspended_ms"))),
        row.optionalText("wait_text"),
        new ActionBrief.Wanted(
            row.flag("stage_ended"),
            cancel(row),
            row.optionalInstant("cancel_sent_at"),
            pause(row)));
  }

  private static Optional<CancelRequest> cancel(Row row) throws SQLException {
    Optional<String> by = row.optionalText("cancel_requested_by");
    return by.isEmpty()
        ? Optional.empty()
        : Optional.of(new CancelRequest(row.instant("cancel_requested_at"), by.get()));
  }

  private static Optional<PauseRequest> pause(Row row) throws SQLException {
    Optional<String> signal = row.optionalText("pause_signal");
    return signal.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PauseRequest(
                Signal.valueOf(signal.get()),
                row.instant("pause_requested_at"),
                row.text("pause_requested_by"),
                row.optionalInstant("pause_sent_at"),
                row.optionalText("pause_refusal")));
  }

  private static Optional<ActionId> parent(Row row) throws SQLException {
    return row.optionalUuid("parent").map(ActionId::new);
  }

  private static Optional<NewAction.Derivation> derivation(Row row) throws SQLException {
    NewAction.Effort effort =
        row.flag("best_effort") ? NewAction.Effort.BEST : NewAction.Effort.REQUIRED;
    return parent(row).map(parent -> new NewAction.Derivation(parent, effort));
  }

  private static Optional<Duration> timeout(Row row) throws SQLException {
    return row.optionalNumber("timeout_ms").map(Duration::ofMillis);
  }

  static Push push(Row row) throws SQLException {
    return new Push(
        new ActionId(row.uuid("id")),
        new NodeId(row.text("node")),
        new ActionKind(row.text("kind")),
        row.json("args"),
        row.textMap("metadata"),
        row.instant("created_at"),
        timeout(row),
        ofRun(row),
        masking(row, List.of()).values());
  }

  private static Optional<Push.OfRun> ofRun(Row row) throws SQLException {
    Optional<StepRef> step = step(row);
    return step.isEmpty()
        ? Optional.empty()
        : Optional.of(new Push.OfRun(step.get(), row.text("run_playbook")));
  }

  static Cause cause(Row row) throws SQLException {
    return row.optionalText("cause").map(Cause::valueOf).orElse(Cause.NONE);
  }

  static Optional<StepRef> step(Row row) throws SQLException {
    Optional<UUID> run = row.optionalUuid("run");
    return run.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StepRef(
                new StageKey(new RunId(run.get()), row.integer("stage")),
                row.integer("step_index"),
                row.text("step"),
                row.integer("attempt")));
  }

  private static ActionOutcome outcome(Row row) throws SQLException {
    return new ActionOutcome(
        row.optionalInstant("received_at"),
        row.optionalInstant("started_at"),
        row.optionalInstant("finished_at"),
        row.optionalJson("payload"),
        row.optionalJson("error", ActionReport.Failure.class),
        row.optionalInteger("exit_code"),
        cause(row));
  }

  private static Optional<WaitReason> wait(Row row) throws SQLException {
    Optional<String> code = row.optionalText("wait_code");
    return code.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new WaitReason(
                WaitReason.Code.valueOf(code.get()),
                row.text("wait_text"),
                row.textMap("wait_details")));
  }
}
