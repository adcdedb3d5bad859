package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventDecision;
import dev.muster.domain.event.EventDecision.Shape;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.event.EventPhase;
import dev.muster.domain.run.RunId;
import dev.muster.records.actions.ActionEventFilter.Derived;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The events of actions: a view over their transitions, so that nothing is written for it. A page
 * looks at so many transitions at most; what it costs does not grow with the history, and a page
 * may have fewer events than asked for, or none, while there is a next one.
 */
public final class ActionEvents {

  /** Transitions that one page looks at. */
  public static final int SPAN = 5_000;

  private static final String COLUMNS =
      """
      select e.number, e.at, e.phase, e.level, t.from_state, t.to_state, t.by_type, t.by_name,
        t.why, a.id, a.cluster, a.node, a.kind, a.metadata->>'name' as name, a.parent, a.run,
        a.args, coalesce(n.sensitive, '{}') as node_sensitive,
        r.definition->'sensitive' as run_sensitive,
        case when r.definition->'sensitive' is not null then r.params end as run_params
      from span t
      join lateral (select * from actions where id = t.action limit 1) a on true
      cross join lateral (
        select t.seq * 2 + 1 as number, t.at as at, %s as phase, %s as level
        union all
        select t.seq * 2, a.started_at, '%s', '%s' where a.started_at is not null and %s
      ) e
      left join lateral (
        select sensitive from nodes where cluster = a.cluster and id = a.node limit 1) n on true
      left join lateral (select definition, params from runs where id = a.run limit 1) r on true\
      """
          .formatted(
              ActionEventWords.phase(),
              ActionEventWords.level(),
              EventDecision.BEGIN.phase(),
              EventDecision.BEGIN.level(),
              ActionEventWords.mayHaveBegun());

  private final Sql sql;

  public ActionEvents(Sql sql) {
    this.sql = sql;
  }

  /** Newest first. */
  public Page<ActionEvent> list(ActionEventFilter filter, PageRequest page) {
    long before = page.marker().map(ActionEvents::number).orElse(Long.MAX_VALUE);
    String span =
        "with span as materialized (select * from action_transitions where seq <= :top%s order by seq desc limit %d)%n"
            .formatted(of(filter), SPAN);
    List<ActionEvent> found =
        matching(filter)
            .within(span, "")
            .and("e.number < :before")
            .with("before", before)
            .with("top", before / 2)
            .then("order by e.number desc limit " + page.fetch())
            .list(sql, ActionEvents::read);
    Page<ActionEvent> events = Page.of(found, page, ActionEvent::number);
    return events.next().isPresent()
        ? events
        : new Page<>(events.items(), lastOfSpan(filter, before / 2).map(String::valueOf));
  }

  /** Where the next page goes on, if this one has not seen all; in the numbers of events. */
  private Optional<Long> lastOfSpan(ActionEventFilter filter, long top) {
    Query last =
        new Query("select seq from action_transitions")
            .and("seq <= :top")
            .with("top", top)
            .then("order by seq desc offset %d limit 1".formatted(SPAN - 1));
    filter.action().ifPresent(id -> last.and("action = :action").with("action", id.value()));
    return last.list(sql, row -> row.number("seq")).stream().findFirst().map(seq -> seq * 2);
  }

  /** The last transition that anybody can see. */
  public long newest() {
    return sql.statement("select coalesce(max(seq), 0) from action_transitions")
        .query(Long.class)
        .single();
  }

  /**
   * What was written after a transition, oldest first.
   *
   * @param floor of the last one that is known
   */
  public List<ActionEvent> after(long floor, ActionEventFilter filter) {
    String span =
        "with span as materialized (select * from action_transitions where seq > :floor%s order by seq limit %d)%n"
            .formatted(of(filter), SPAN);
    return matching(filter)
        .within(span, "")
        .with("floor", floor)
        .then("order by e.number")
        .list(sql, ActionEvents::read);
  }

  private static String of(ActionEventFilter filter) {
    return filter.action().isPresent() ? " and action = :action" : "";
  }

  private static Query matching(ActionEventFilter filter) {
    Query query =
        new Query(COLUMNS)
            .and("e.level = any(:levels)")
            .with("levels", ArrayValue.texts(filter.levels(), EventLevel::name));
    filter.action().ifPresent(id -> query.with("action", id.value()));
    anyOf(query, "a.cluster = any(:clusters)", "clusters", filter.clusters());
    anyOf(query, "a.node = any(:nodes)", "nodes", filter.nodes());
    anyOf(query, "a.kind = any(:kinds)", "kinds", filter.kinds());
    query.and("a.cluster like any(:sight)", "sight", Seen.by(filter.sight()));
    return filter.derived() == Derived.SILENT && filter.action().isEmpty()
        ? query.and("a.parent is null").and("a.run is null")
        : query;
  }

  private static void anyOf(Query query, String condition, String name, Collection<?> values) {
    query.and(
        condition,
        name,
        values.isEmpty()
            ? Optional.empty()
            : Optional.of(ArrayValue.texts(values, value -> value)));
  }

  private static long number(String marker) {
    if (!marker.matches("[0-9]{1,18}")) {
      throw PageRequest.badMarker(marker);
    }
    return Long.parseLong(marker);
  }

  private static ActionEvent read(Row row) throws SQLException {
    return new ActionEvent(
        row.number("number"),
        row.instant("at"),
        new Shape(EventPhase.valueOf(row.text("phase")), EventLevel.valueOf(row.text("level"))),
        new ActionEvent.Subject(
            new ActionId(row.uuid("id")),
            new ClusterName(row.text("cluster")),
            row.optionalText("node").map(NodeId::new),
            new ActionKind(row.text("kind")),
            row.optionalText("name"),
            row.optionalUuid("parent").map(ActionId::new),
            row.optionalUuid("run").map(RunId::new)),
        new ActionEvent.Change(
            row.optionalText("from_state").map(ActionState::valueOf),
            ActionState.valueOf(row.text("to_state")),
            new Actor(Actor.Type.valueOf(row.text("by_type")), row.text("by_name")),
            ActionRows.masking(row, row.texts("node_sensitive")).shown(row.text("why"))));
  }
}
