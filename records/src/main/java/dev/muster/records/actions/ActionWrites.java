package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Noted;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Changes the actions of one cluster, each sort of change in one statement. Handed out by the
 * fence: only cycles change states.
 */
public final class ActionWrites {

  private final Sql sql;
  private final Changes changes;
  private final ClusterName cluster;
  private final StateChanges states;
  private final Noted noted;

  public ActionWrites(Sql sql, Changes changes, ClusterName cluster, Noted noted) {
    this.sql = sql;
    this.changes = changes;
    this.cluster = cluster;
    this.states = new StateChanges(sql, changes, cluster);
    this.noted = noted;
  }

  /**
   * Writes new states with what became known, and the history; at most one change for each action.
   *
   * @return the actions that were in the state that was expected
   */
  public Set<ActionId> change(List<ActionChange> changed) {
    Set<ActionId> written = states.change(changed);
    for (ActionChange one : changed) {
      boolean ended = one.to().isFinal() && written.contains(one.action());
      if (ended) {
        noted.ended(List.of(one.action()));
      } else {
        noted.actions(List.of(one.action()));
      }
    }
    return written;
  }

  /**
   * Lets the agents' records replace ours, which go to the history.
   *
   * @return the actions that were in the state that was expected
   */
  public Set<ActionId> adopt(List<Adoption> adoptions) {
    noted.actions(adoptions.stream().map(one -> new ActionId(one.report().id())).toList());
    return states.adopt(adoptions);
  }

  /**
   * Writes why actions wait, where that is not written already. Who calls it follows that itself.
   */
  public void explain(List<WaitingAction> waiting) {
    if (waiting.isEmpty()) {
      return;
    }
    ran(
        sql.statement(
                """
                update actions a
                set wait_code = w.code, wait_text = w.text, wait_details = w.details
                from unnest(:ids, :codes, :texts, :details) as w (id, code, text, details)
                where a.id = w.id and a.cluster = :cluster and a.finished_at is null
                  and (a.wait_code, a.wait_text) is distinct from (w.code, w.text)
                returning a.id, a.run
                """)
            .param("ids", ArrayValue.uuids(waiting, WaitingAction::action))
            .param("codes", ArrayValue.texts(waiting, one -> one.reason().code()))
            .param("texts", ArrayValue.texts(waiting, one -> one.reason().text()))
            .param("details", ArrayValue.jsons(waiting, one -> one.reason().details())));
  }

  /**
   * Notes that these go to their agents now, and gives them as they are to be pushed. From here on
   * an agent may have them, whatever becomes of the push.
   *
   * @return those that may be sent, by node, in the order in which an agent must get them
   */
  public List<Push> send(Collection<ActionId> ids, Instant at) {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<Push> pushes =
        sql.statement(
                """
                with sent as (
                  update actions a
                  set sent_at = :at, push_attempts = push_attempts + 1, wait_code = null,
                    wait_text = null, wait_details = null
                  from unnest(:ids) as k (id)
                  where a.id = k.id and cluster = :cluster and state = 'PENDING_SCHEDULE'
                    and node is not null and executor = 'AGENT'
                  returning a.id, node, kind, args, metadata, created_at, timeout_ms, run, stage,
                    step, step_index, attempt
                )
                select sent.*, r.playbook as run_playbook,
                  r.definition->'sensitive' as run_sensitive,
                  case when r.definition->'sensitive' is not null then r.params end as run_params
                from sent left join runs r on r.id = sent.run
                order by sent.node, sent.created_at, sent.id
                """)
            .param("at", Sql.at(at))
            .param("ids", ArrayValue.uuids(ids, ActionId::value))
            .param("cluster", cluster.value())
            .query(Row.mapper(ActionRows::push))
            .list();
    Set<ActionId> sent = pushes.stream().map(Push::id).collect(Collectors.toSet());
    noted.sent(sent, at);
    noted.actions(ids.stream().filter(id -> !sent.contains(id)).toList());
    changes.notifyRuns(
        pushes.stream()
            .flatMap(push -> push.ofRun().stream())
            .map(of -> of.step().stage().run())
            .collect(Collectors.toSet()));
    return pushes;
  }

  /** The agents acknowledged these; no cycle looks at when that was. */
  public void pushed(Collection<ActionId> ids, Instant at) {
    if (ids.isEmpty()) {
      return;
    }
    ran(
        sql.statement(
                """
                update actions set pushed_at = :at
                where id = any(:ids) and cluster = :cluster and finished_at is null
                  and pushed_at is null
                returning id, run
                """)
            .param("at", Sql.at(at))
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  /** The agents certainly do not have these: they may be sent again. */
  public void forgetSent(Collection<ActionId> ids) {
    noted.actions(ids);
    if (ids.isEmpty()) {
      return;
    }
    ran(
        sql.statement(
                """
                update actions set sent_at = null, pushed_at = null
                where id = any(:ids) and cluster = :cluster and state = 'PENDING_SCHEDULE'
                returning id, run
                """)
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  /**
   * Notes that somebody wants these cancelled; the first one who does is kept.
   *
   * @return those that are unfinished and were not asked to be cancelled before
   */
  public Set<ActionId> requestCancel(Collection<ActionId> ids, String by, Instant at) {
    noted.actions(ids);
    if (ids.isEmpty()) {
      return Set.of();
    }
    return ran(
        sql.statement(
                """
                update actions set cancel_requested_at = :at, cancel_requested_by = :by
                where id = any(:ids) and cluster = :cluster and finished_at is null
                  and cancel_requested_at is null
                returning id, run
                """)
            .param("at", Sql.at(at))
            .param("by", Texts.clean(by))
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  /** The agents were asked to stop these. */
  public void cancelSent(Collection<ActionId> ids, Instant at) {
    noted.actions(ids);
    if (ids.isEmpty()) {
      return;
    }
    ran(
        sql.statement(
                """
                update actions set cancel_sent_at = :at
                where id = any(:ids) and cluster = :cluster and finished_at is null
                returning id, run
                """)
            .param("at", Sql.at(at))
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  /**
   * Notes that somebody wants these suspended, or resumed, instead of what was wanted before.
   *
   * @return those that are unfinished
   */
  public Set<ActionId> requestPause(
      Collection<ActionId> ids, Signal signal, String by, Instant at) {
    noted.actions(ids);
    if (ids.isEmpty()) {
      return Set.of();
    }
    return ran(
        sql.statement(
                """
                update actions set pause_signal = :signal, pause_requested_at = :at,
                  pause_requested_by = :by, pause_sent_at = null, pause_refusal = null
                where id = any(:ids) and cluster = :cluster and finished_at is null
                returning id, run
                """)
            .param("signal", signal.name())
            .param("at", Sql.at(at))
            .param("by", Texts.clean(by))
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  /** An action on the cluster goes on that was suspended: that time is not taken from its own. */
  public void addSuspended(ActionId id, Instant at) {
    noted.actions(List.of(id));
    ran(
        sql.statement(
                """
                update actions set suspended_ms = suspended_ms
                  + greatest(0, extract(epoch from :at - pause_requested_at) * 1000)::bigint
                where id = :id and cluster = :cluster and finished_at is null
                  and pause_signal = 'SUSPEND'
                returning id, run
                """)
            .param("at", Sql.at(at))
            .param("id", id.value()));
  }

  /**
   * An agent was told to suspend or resume an action. What was asked for meanwhile stays unsent.
   *
   * @param refusal why it will not
   */
  public void pauseSent(ActionId id, Signal signal, Optional<String> refusal, Instant at) {
    noted.actions(List.of(id));
    ran(
        sql.statement(
                """
                update actions set pause_sent_at = :at, pause_refusal = :refusal
                where id = :id and cluster = :cluster and finished_at is null
                  and pause_signal = :signal and pause_sent_at is null
                returning id, run
                """)
            .param("at", Sql.at(at))
            .param("refusal", refusal.map(Texts::clean).orElse(null))
            .param("id", id.value())
            .param("signal", signal.name()));
  }

  /** Notes what keeps these from succeeding, without changing their states. */
  public void blame(Collection<ActionId> ids, Cause cause) {
    noted.actions(ids);
    if (ids.isEmpty()) {
      return;
    }
    ran(
        sql.statement(
                """
                update actions set cause = :cause
                where id = any(:ids) and cluster = :cluster and cause is distinct from :cause
                returning id, run
                """)
            .param("cause", cause.name())
            .param("ids", ArrayValue.uuids(ids, ActionId::value)));
  }

  private Set<ActionId> ran(StatementSpec statement) {
    return Returning.ids(statement.param("cluster", cluster.value()), changes);
  }
}
