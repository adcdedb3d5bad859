package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Records new actions in bulk. */
final class ActionInserts {

  private static final String INSERT =
      """
      with living as (
        select name from clusters where name = any(:clusterNames) for key share
      )
      insert into actions (id, cluster, node, kind, args, metadata, state, origin, requester,
        run, stage, step, step_index, attempt, depends_on, even_when_down, exclusive, not_before,
        timeout_ms, created_at, received_at, started_at, finished_at, payload, error, cause,
        exit_code, executor, parent, best_effort, sent_at, pushed_at, schedule_within_ms, schedule_before)
      select id, cluster, node, kind, args, metadata, state, origin, requester, run, stage, step,
        step_index, attempt, depends_on::uuid[], even_when_down, exclusive, not_before,
        timeout_ms, created_at, received_at, started_at, finished_at, payload, error, cause,
        exit_code, executor, parent, best_effort, received_at, received_at, schedule_within_ms,
        case when state = 'PENDING_SCHEDULE'
          then created_at + schedule_within_ms * interval '1 millisecond' end
      from unnest(:ids, :clusters, :nodes, :kinds, :args, :metadata, :states, :origins,
          :requesters, :runs, :stages, :steps, :stepIndexes, :attempts, :dependsOn,
          :evenWhenDown, :exclusive, :notBefore, :timeouts, :createdAt, :receivedAt, :startedAt,
          :finishedAt, :payloads, :errors, :causes, :exitCodes, :executors, :parents, :bestEffort,
          :scheduleWithin)
        with ordinality as f (id, cluster, node, kind, args, metadata, state, origin, requester,
          run, stage, step, step_index, attempt, depends_on, even_when_down, exclusive,
          not_before, timeout_ms, created_at, received_at, started_at, finished_at, payload,
          error, cause, exit_code, executor, parent, best_effort, schedule_within_ms, place)
        join living on living.name = f.cluster
      order by place
      on conflict (id) do nothing
      returning id, run
      """;

  /**
   * Steps of runs, and derived actions, that were found on their agents before those knew of them.
   */
  private static final String CLAIM =
      """
      with claimed as (
        update actions a
        set run = c.run, stage = c.stage, step = c.step, step_index = c.step_index,
          attempt = c.attempt, requester = c.requester, timeout_ms = c.timeout_ms,
          parent = c.parent, best_effort = c.best_effort,
          origin = case when c.parent is null then a.origin else c.origin end
        from unnest(:ids, :clusters, :nodes, :kinds, :runs, :stages, :steps, :stepIndexes,
            :attempts, :requesters, :timeouts, :parents, :bestEffort, :origins, :byTypes, :byNames)
          as c (id, cluster, node, kind, run, stage, step, step_index, attempt, requester,
            timeout_ms, parent, best_effort, origin, by_type, by_name)
        where a.id = c.id and a.run is null and a.parent is null and a.cluster = c.cluster and a.node = c.node
          and a.kind = c.kind
        returning a.id, a.run, a.parent, a.state, c.by_type, c.by_name
      ), kept as (
        insert into action_transitions (action, at, from_state, to_state, by_type, by_name, why)
        select id, :at, state, state, by_type, by_name,
          case when parent is null then 'it is a step of the run, and is in its place now'
            else 'the action that derived it knows it now' end
        from claimed
      )
      select id, run from claimed
      """;

  private static final String FIRST_TRANSITIONS =
      """
      insert into action_transitions (action, at, to_state, by_type, by_name, why)
      select id, at, state, by_type, by_name, why
      from unnest(:ids, :ats, :states, :byTypes, :byNames, :whys)
        with ordinality as t (id, at, state, by_type, by_name, why, place)
      order by place
      """;

  private final Sql sql;
  private final Changes changes;

  ActionInserts(Sql sql, Changes changes) {
    this.sql = sql;
    this.changes = changes;
  }

  Set<ActionId> insert(Collection<NewAction> actions) {
    Map<ActionId, NewAction> distinct = new LinkedHashMap<>();
    actions.forEach(action -> distinct.putIfAbsent(action.id(), action));
    if (distinct.isEmpty()) {
      return Set.of();
    }
    return sql.transaction(() -> added(List.copyOf(distinct.values())));
  }

  Set<ActionId> claim(Collection<NewAction> steps, Instant at) {
    if (steps.isEmpty()) {
      return Set.of();
    }
    StatementSpec statement =
        sql.statement(CLAIM)
            .param("at", Sql.at(at))
            .param("ids", ArrayValue.uuids(steps, NewAction::id))
            .param("clusters", ArrayValue.texts(steps, NewAction::cluster))
            .param("nodes", ArrayValue.optionalTexts(steps, NewAction::node))
            .param("kinds", ArrayValue.texts(steps, NewAction::kind))
            .param("requesters", ArrayValue.texts(steps, row -> row.work().requester()))
            .param("timeouts", timeouts(steps))
            .param("parents", ArrayValue.optionalUuids(steps, NewAction::parent))
            .param("bestEffort", ArrayValue.flags(steps, NewAction::bestEffort))
            .param("origins", ArrayValue.texts(steps, row -> row.work().origin()))
            .param("byTypes", ArrayValue.texts(steps, row -> row.entry().by().type()))
            .param("byNames", ArrayValue.texts(steps, row -> row.entry().by().name()));
    bindPlace(statement, List.copyOf(steps));
    return Returning.ids(statement, changes);
  }

  private Set<ActionId> added(List<NewAction> rows) {
    StatementSpec statement = sql.statement(INSERT);
    bindTarget(statement, rows);
    bindPlace(statement, rows);
    bindOutcome(statement, rows);
    Set<ActionId> added = Returning.ids(statement, changes);
    keepHistory(rows.stream().filter(row -> added.contains(row.id())).toList());
    return added;
  }

  private void keepHistory(List<NewAction> added) {
    if (added.isEmpty()) {
      return;
    }
    sql.statement(FIRST_TRANSITIONS)
        .param("ids", ArrayValue.uuids(added, NewAction::id))
        .param("ats", ArrayValue.instants(added, NewAction::createdAt))
        .param("states", ArrayValue.texts(added, NewAction::state))
        .param("byTypes", ArrayValue.texts(added, row -> row.entry().by().type()))
        .param("byNames", ArrayValue.texts(added, row -> row.entry().by().name()))
        .param("whys", ArrayValue.texts(added, row -> row.entry().why()))
        .update();
  }

  private static void bindTarget(StatementSpec statement, List<NewAction> rows) {
    Set<String> clusters =
        rows.stream().map(row -> row.cluster().value()).collect(Collectors.toSet());
    statement
        .param("clusterNames", ArrayValue.texts(clusters, name -> name))
        .param("ids", ArrayValue.uuids(rows, NewAction::id))
        .param("clusters", ArrayValue.texts(rows, NewAction::cluster))
        .param("nodes", ArrayValue.optionalTexts(rows, NewAction::node))
        .param("kinds", ArrayValue.texts(rows, NewAction::kind))
        .param("args", ArrayValue.jsons(rows, row -> row.work().args()))
        .param("metadata", ArrayValue.jsons(rows, row -> row.work().metadata()))
        .param("states", ArrayValue.texts(rows, NewAction::state))
        .param("origins", ArrayValue.texts(rows, row -> row.work().origin()))
        .param("requesters", ArrayValue.texts(rows, row -> row.work().requester()))
        .param("executors", ArrayValue.texts(rows, row -> row.work().executor().name()))
        .param("dependsOn", ArrayValue.texts(rows, ActionInserts::dependsOn))
        .param("evenWhenDown", ArrayValue.flags(rows, NewAction::evenWhenDown))
        .param("exclusive", ArrayValue.flags(rows, NewAction::exclusive))
        .param("parents", ArrayValue.optionalUuids(rows, NewAction::parent))
        .param("bestEffort", ArrayValue.flags(rows, NewAction::bestEffort))
        .param("notBefore", ArrayValue.optionalInstants(rows, row -> row.terms().notBefore()))
        .param("timeouts", timeouts(rows))
        .param(
            "scheduleWithin",
            ArrayValue.optionalLongs(
                rows, row -> row.terms().scheduleWithin().map(Duration::toMillis)))
        .param("createdAt", ArrayValue.instants(rows, NewAction::createdAt));
  }

  private static void bindPlace(StatementSpec statement, List<NewAction> rows) {
    statement
        .param("runs", ArrayValue.optionalUuids(rows, ActionInserts::run))
        .param(
            "stages",
            ArrayValue.optionalIntegers(rows, row -> row.step().map(step -> step.stage().stage())))
        .param("steps", ArrayValue.optionalTexts(rows, row -> row.step().map(StepRef::step)))
        .param(
            "stepIndexes", ArrayValue.optionalIntegers(rows, row -> row.step().map(StepRef::index)))
        .param(
            "attempts",
            ArrayValue.integers(rows, row -> row.step().map(StepRef::attempt).orElse(1)));
  }

  private static ArrayValue timeouts(Collection<NewAction> rows) {
    return ArrayValue.optionalLongs(rows, row -> row.terms().timeout().map(Duration::toMillis));
  }

  private static void bindOutcome(StatementSpec statement, List<NewAction> rows) {
    statement
        .param("receivedAt", ArrayValue.optionalInstants(rows, row -> row.outcome().receivedAt()))
        .param("startedAt", ArrayValue.optionalInstants(rows, row -> row.outcome().startedAt()))
        .param("finishedAt", ArrayValue.optionalInstants(rows, ActionInserts::finishedAt))
        .param("payloads", ArrayValue.optionalJsons(rows, row -> row.outcome().payload()))
        .param("errors", ArrayValue.optionalJsons(rows, row -> row.outcome().error()))
        .param("causes", ArrayValue.optionalTexts(rows, row -> known(row.outcome().cause())))
        .param("exitCodes", ArrayValue.optionalIntegers(rows, row -> row.outcome().exitCode()));
  }

  static Optional<Cause> known(Cause cause) {
    return cause == Cause.NONE ? Optional.empty() : Optional.of(cause);
  }

  /** Unfinished is what has no time of finishing, so the two must agree. */
  private static Optional<Instant> finishedAt(NewAction action) {
    return action.state().isFinal()
        ? action.outcome().finishedAt().or(() -> Optional.of(action.createdAt()))
        : Optional.empty();
  }

  private static Optional<UUID> run(NewAction action) {
    return action.step().map(step -> step.stage().run().value());
  }

  private static String dependsOn(NewAction action) {
    return action.terms().dependsOn().stream()
        .map(ActionId::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }
}
