package dev.muster.records.runs;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Role;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StageKey;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Moves one run. Handed out by the run's fence. */
public final class RunWrites {

  private final Sql sql;
  private final Changes changes;
  private final RunId run;
  private final RunInserts inserts;
  private final StageNodeWrites nodes;

  public RunWrites(Sql sql, Changes changes, RunId run) {
    this.sql = sql;
    this.changes = changes;
    this.run = run;
    this.inserts = new RunInserts(sql);
    this.nodes = new StageNodeWrites(sql, changes);
  }

  /** Where the run is and why; a final state ends it. Written only if it differs. */
  public void state(ProgressState state, String why, Instant at) {
    ran(
        sql.statement(
                """
                update runs set state = :state, state_reason = :why,
                  finished_at = case when :final then coalesce(finished_at, :at) end
                where id = :run and (state, state_reason) is distinct from (:state, :why)
                """)
            .param("state", state.word())
            .param("why", Texts.clean(why))
            .param("final", state.isFinal())
            .param("at", Sql.at(at)));
  }

  /**
   * What an open run waits for, and when it is to be advanced again at the latest. Followers are
   * told only of a state or a reason that is another one.
   */
  public void waits(ProgressState state, String why, Instant due) {
    boolean news =
        sql.statement(
                """
                update runs set state = :state, state_reason = :why, finished_at = null,
                  due_at = :due
                where id = :run
                returning (select (b.state, b.state_reason) is distinct from (:state, :why)
                  from runs b where b.id = runs.id) as news
                """)
            .param("state", state.word())
            .param("why", Texts.clean(why))
            .param("due", Sql.at(due))
            .param("run", run.value())
            .query(Row.mapper(row -> row.flag("news")))
            .optional()
            .orElse(false);
    if (news) {
      changes.notifyRun(run);
    }
  }

  /** Notes that a person paused it, unless somebody did before. */
  public boolean pause(String by, Instant at) {
    return ran(
        sql.statement(
                """
                update runs set paused_by = :by, paused_at = :at
                where id = :run and paused_at is null and finished_at is null
                """)
            .param("by", Texts.clean(by))
            .param("at", Sql.at(at)));
  }

  /** Takes the pause away, if there is one. */
  public boolean resume() {
    return ran(
        sql.statement(
            """
            update runs set paused_by = null, paused_at = null
            where id = :run and paused_at is not null and finished_at is null
            """));
  }

  /**
   * Notes that a person cancelled it, unless somebody did before. Cycles read that as a request to
   * cancel each of its actions.
   */
  public boolean cancel(String by, Instant at) {
    return ran(
        sql.statement(
                """
                update runs set cancelled_by = :by, cancelled_at = :at
                where id = :run and cancelled_at is null and finished_at is null
                """)
            .param("by", Texts.clean(by))
            .param("at", Sql.at(at)));
  }

  /** Keeps a person's answer; a second answer of the same person replaces the first. */
  public void answer(int stage, String by, Verdict verdict, ApprovalNote note) {
    answer(stage, Answerer.named(by), verdict, note);
  }

  /** The same of somebody of whom more is known than the name; it is kept as it is now. */
  public void answer(int stage, Answerer by, Verdict verdict, ApprovalNote note) {
    ran(
        sql.statement(
                """
                insert into approvals
                  (run, stage, by_user, groups, roles, verdict, plan_hash, comment, at)
                values (:run, :stage, :by, :groups, :roles, :verdict, :hash, :comment, :at)
                on conflict (run, stage, by_user) do update
                set groups = excluded.groups, roles = excluded.roles,
                  verdict = excluded.verdict, plan_hash = excluded.plan_hash,
                  comment = excluded.comment, at = excluded.at
                """)
            .param("stage", stage)
            .param("by", Texts.clean(by.name()))
            .param("groups", ArrayValue.texts(by.groups(), group -> group))
            .param("roles", ArrayValue.texts(by.roles(), Role::word))
            .param("verdict", verdict.name())
            .param("hash", note.planHash())
            .param("comment", Texts.clean(note.comment()))
            .param("at", Sql.at(note.at())));
  }

  /**
   * What goes with an answer.
   *
   * @param planHash of the plan that was looked at
   */
  public record ApprovalNote(String planHash, String comment, Instant at) {}

  public boolean askApproval(int stage, Instant at) {
    return ran(
        sql.statement(
                """
                update run_stages set approval_asked_at = :at, state = :state
                where run = :run and stage = :stage and approval_asked_at is null
                  and finished_at is null
                """)
            .param("stage", stage)
            .param("state", ProgressState.PENDING_APPROVE.word())
            .param("at", Sql.at(at)));
  }

  /**
   * Opens a stage, once.
   *
   * @param added nodes that it did not have when the run was planned: those of a rollback
   */
  public boolean openStage(int stage, List<PlannedNode> added, Instant at) {
    boolean opened =
        sql.statement(
                """
                with opened as (
                  update run_stages set opened_at = :at, state = :state, reason = ''
                  where run = :run and stage = :stage and opened_at is null
                    and finished_at is null
                  returning run
                ), started as (
                  update runs set started_at = :at
                  where id in (select run from opened) and started_at is null
                )
                select exists (select from opened) as opened
                """)
            .param("run", run.value())
            .param("stage", stage)
            .param("state", ProgressState.SCHEDULABLE.word())
            .param("at", Sql.at(at))
            .query(Row.mapper(row -> row.flag("opened")))
            .single();
    if (opened) {
      changes.notifyRun(run);
      inserts.insertNodes(run, stage, added);
    }
    return opened;
  }

  /** Closes a stage, once; the nodes that it has not started are cancelled. */
  public boolean endStage(int stage, ProgressState outcome, String why, Instant at) {
    boolean ended = endBegunStage(stage, outcome, why, at);
    if (ended) {
      nodes.cancelPending(new StageKey(run, stage), Texts.clean(why), at);
    }
    return ended;
  }

  /** Closes a stage, once, of which every node was started. */
  public boolean endBegunStage(int stage, ProgressState outcome, String why, Instant at) {
    if (!outcome.isFinal()) {
      throw new IllegalArgumentException(
          "stage %d ends as %s (expected: a final state)".formatted(stage, outcome.word()));
    }
    return ran(
        sql.statement(
                """
                update run_stages set state = :state, reason = :why, finished_at = :at
                where run = :run and stage = :stage and finished_at is null
                """)
            .param("stage", stage)
            .param("state", outcome.word())
            .param("why", Texts.clean(why))
            .param("at", Sql.at(at)));
  }

  /** Passes a stage over: it counts as completed, and its nodes as skipped. */
  public boolean skipStage(int stage, String why, Instant at) {
    boolean ended =
        ran(
            sql.statement(
                    """
                    update run_stages set state = :state, reason = :why, finished_at = :at
                    where run = :run and stage = :stage and opened_at is null
                      and finished_at is null
                    """)
                .param("stage", stage)
                .param("state", ProgressState.COMPLETED.word())
                .param("why", "skipped: " + Texts.clean(why))
                .param("at", Sql.at(at)));
    if (ended) {
      ran(
          sql.statement(
                  """
                  update stage_nodes set state = 'SKIPPED', reason = :why, finished_at = :at
                  where run = :run and stage = :stage and finished_at is null
                  """)
              .param("stage", stage)
              .param("why", Texts.clean(why))
              .param("at", Sql.at(at)));
    }
    return ended;
  }

  /** How an open stage is shown; written only if it differs. */
  public void stageState(int stage, ProgressState state, String why) {
    ran(
        sql.statement(
                """
                update run_stages set state = :state, reason = :why
                where run = :run and stage = :stage and finished_at is null
                  and (state, reason) is distinct from (:state, :why)
                """)
            .param("stage", stage)
            .param("state", state.word())
            .param("why", Texts.clean(why)));
  }

  /** Writes where nodes of the run's stages are. */
  public StageNodeWrites nodes() {
    return nodes;
  }

  /**
   * The nodes on which something was started, by stage and position: the targets of a rollback. A
   * node that the rollback itself touched is not counted.
   */
  public List<NodeId> touched() {
    return sql.statement(
            """
            select n.node from stage_nodes n join run_stages s using (run, stage)
            where n.run = :run and n.started_at is not null and s.plan ->> 'kind' = 'FORWARD'
            group by n.node order by min(n.stage), min(n.position), n.node
            """)
        .param("run", run.value())
        .query(Row.mapper(row -> new NodeId(row.text("node"))))
        .list();
  }

  private boolean ran(StatementSpec statement) {
    boolean changed = statement.param("run", run.value()).update() > 0;
    if (changed) {
      changes.notifyRun(run);
    }
    return changed;
  }
}
