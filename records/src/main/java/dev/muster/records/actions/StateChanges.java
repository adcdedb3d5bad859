package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Sql;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Writes states and their history, both in the same statement. What the history needs is returned
 * by the update: a join of two lists without statistics would compare each row with each.
 */
final class StateChanges {

  /**
   * An action is unfinished exactly as long as it has no time of finishing. Progress (from RUNNING
   * to RUNNING) updates what is known and makes no history: an agent may report it every second. An
   * agent that reports an action has acknowledged it, even if its answer to the push was lost.
   */
  private static final String CHANGE =
      """
      with wanted as (
        select * from unnest(:ids, :froms, :tos, :finals, :ats, :byTypes, :byNames, :whys,
            :receivedAt, :startedAt, :finishedAt, :payloads, :errors, :causes, :exitCodes)
          with ordinality as w (id, from_state, to_state, is_final, at, by_type, by_name, why,
            received_at, started_at, finished_at, payload, error, cause, exit_code, place)
      ), changed as (
        update actions a
        set state = w.to_state,
          finished_at = case when w.is_final then coalesce(w.finished_at, w.at) end,
          received_at = coalesce(w.received_at, a.received_at),
          started_at = coalesce(w.started_at, a.started_at),
          payload = coalesce(w.payload, a.payload),
          error = coalesce(w.error, a.error),
          cause = w.cause,
          exit_code = coalesce(w.exit_code, a.exit_code),
          not_before = case when w.from_state <> 'WAITING_LIFECYCLE_COMPLETION'
            then a.not_before end,
          schedule_before = case when w.to_state = 'PENDING_SCHEDULE'
            then w.at + a.schedule_within_ms * interval '1 millisecond' end,
          sent_at = case when w.to_state <> 'PENDING_SCHEDULE'
            then coalesce(a.sent_at, w.received_at) end,
          pushed_at = case when w.to_state <> 'PENDING_SCHEDULE'
            then coalesce(a.pushed_at, w.received_at) end,
          wait_code = null, wait_text = null, wait_details = null
        from wanted w
        where a.id = w.id and a.state = w.from_state and a.cluster = :cluster
        returning a.id, a.run, w.at, w.from_state, w.to_state, w.by_type, w.by_name, w.why, w.place
      ), kept as (
        insert into action_transitions (action, at, from_state, to_state, by_type, by_name, why)
        select id, at, from_state, to_state, by_type, by_name, why
        from changed where from_state <> to_state order by place
      )
      select id, run from changed
      """;

  private static final String ADOPT =
      """
      with wanted as (
        select w.*, jsonb_build_object('replaced', jsonb_build_object('kind', a.kind,
            'args', a.args, 'metadata', a.metadata, 'state', a.state)) as before
        from unnest(:ids, :froms, :tos, :finals, :ats, :byTypes, :byNames, :whys, :kinds, :args,
            :receivedAt, :startedAt, :finishedAt, :payloads, :errors, :exitCodes)
          with ordinality as w (id, from_state, to_state, is_final, at, by_type, by_name, why,
            kind, args, received_at, started_at, finished_at, payload, error, exit_code, place)
        join actions a on a.id = w.id and a.state = w.from_state and a.cluster = :cluster
        for update of a
      ), adopted as (
        update actions a
        set kind = w.kind, args = w.args, state = w.to_state,
          finished_at = case when w.is_final then coalesce(w.finished_at, w.at) end,
          received_at = w.received_at, started_at = w.started_at, payload = w.payload,
          error = w.error, cause = null, exit_code = w.exit_code, origin = 'direct',
          sent_at = coalesce(a.sent_at, w.received_at),
          pushed_at = coalesce(a.pushed_at, w.received_at),
          wait_code = null, wait_text = null, wait_details = null
        from wanted w where a.id = w.id
        returning a.id, a.run
      ), kept as (
        insert into action_transitions
          (action, at, from_state, to_state, by_type, by_name, why, payload)
        select id, at, from_state, to_state, by_type, by_name, why, before
        from wanted order by place
      )
      select id, run from adopted
      """;

  private final Sql sql;
  private final Changes changes;
  private final ClusterName cluster;

  StateChanges(Sql sql, Changes changes, ClusterName cluster) {
    this.sql = sql;
    this.changes = changes;
    this.cluster = cluster;
  }

  Set<ActionId> change(List<ActionChange> wanted) {
    requireOneEach(wanted, ActionChange::action);
    if (wanted.isEmpty()) {
      return Set.of();
    }
    StatementSpec statement =
        sql.statement(CHANGE)
            .param("ids", ArrayValue.uuids(wanted, ActionChange::action))
            .param("froms", ArrayValue.texts(wanted, ActionChange::from))
            .param("tos", ArrayValue.texts(wanted, ActionChange::to))
            .param("finals", ArrayValue.flags(wanted, one -> one.to().isFinal()))
            .param("ats", ArrayValue.instants(wanted, ActionChange::at))
            .param("byTypes", ArrayValue.texts(wanted, one -> one.by().type()))
            .param("byNames", ArrayValue.texts(wanted, one -> one.by().name()))
            .param("whys", ArrayValue.texts(wanted, ActionChange::why))
            .param(
                "causes",
                ArrayValue.optionalTexts(
                    wanted, one -> ActionInserts.known(one.outcome().cause())));
    bindTimes(
        statement,
        wanted,
        one -> one.outcome().receivedAt(),
        one -> one.outcome().startedAt(),
        one -> one.outcome().finishedAt());
    statement
        .param("payloads", ArrayValue.optionalJsons(wanted, one -> one.outcome().payload()))
        .param("errors", ArrayValue.optionalJsons(wanted, one -> one.outcome().error()))
        .param("exitCodes", ArrayValue.optionalIntegers(wanted, one -> one.outcome().exitCode()));
    return written(statement);
  }

  Set<ActionId> adopt(List<Adoption> wanted) {
    requireOneEach(wanted, one -> new ActionId(one.report().id()));
    if (wanted.isEmpty()) {
      return Set.of();
    }
    Function<Adoption, ActionReport> report = Adoption::report;
    StatementSpec statement =
        sql.statement(ADOPT)
            .param("ids", ArrayValue.uuids(wanted, report.andThen(ActionReport::id)))
            .param("froms", ArrayValue.texts(wanted, Adoption::from))
            .param("tos", ArrayValue.texts(wanted, report.andThen(ActionReport::state)))
            .param(
                "finals",
                ArrayValue.flags(
                    wanted, report.andThen(ActionReport::state).andThen(ActionState::isFinal)))
            .param("ats", ArrayValue.instants(wanted, Adoption::at))
            .param("byTypes", ArrayValue.texts(wanted, one -> one.by().type()))
            .param("byNames", ArrayValue.texts(wanted, one -> one.by().name()))
            .param("whys", ArrayValue.texts(wanted, Adoption::why))
            .param("kinds", ArrayValue.texts(wanted, report.andThen(ActionReport::kind)))
            .param("args", ArrayValue.jsons(wanted, report.andThen(ActionReport::args)));
    bindTimes(
        statement,
        wanted,
        one -> Optional.of(one.report().receivedAt()),
        report.andThen(ActionReport::startedAt),
        report.andThen(ActionReport::finishedAt));
    statement
        .param("payloads", ArrayValue.optionalJsons(wanted, report.andThen(ActionReport::payload)))
        .param("errors", ArrayValue.optionalJsons(wanted, report.andThen(ActionReport::error)))
        .param(
            "exitCodes",
            ArrayValue.optionalIntegers(wanted, report.andThen(ActionReport::exitCode)));
    return written(statement);
  }

  private Set<ActionId> written(StatementSpec statement) {
    return Returning.ids(statement.param("cluster", cluster.value()), changes);
  }

  private static <T> void bindTimes(
      StatementSpec statement,
      List<T> wanted,
      Function<T, Optional<Instant>> receivedAt,
      Function<T, Optional<Instant>> startedAt,
      Function<T, Optional<Instant>> finishedAt) {
    statement
        .param("receivedAt", ArrayValue.optionalInstants(wanted, receivedAt))
        .param("startedAt", ArrayValue.optionalInstants(wanted, startedAt))
        .param("finishedAt", ArrayValue.optionalInstants(wanted, finishedAt));
  }

  private static <T> void requireOneEach(List<T> wanted, Function<T, ActionId> id) {
    Set<ActionId> seen = new HashSet<>();
    for (T one : wanted) {
      if (!seen.add(id.apply(one))) {
        throw new IllegalArgumentException(
            "action %s: two changes at once (expected: one)".formatted(id.apply(one)));
      }
    }
  }
}
