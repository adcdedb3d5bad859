package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The actions: recording new ones, and reading what became of them. */
public final class Actions {

  /** That one action names. */
  private static final int MOST_DEPENDENTS = 100;

  private static final IdMatch.Things THINGS =
      new IdMatch.Things("actions", ActionRows.SAID, Optional.of(ActionRows.NAME.formatted("")));

  private final Sql sql;
  private final ActionInserts inserts;
  private final ActionLists lists;

  public Actions(Sql sql, Changes changes) {
    this.sql = sql;
    this.inserts = new ActionInserts(sql, changes);
    this.lists = new ActionLists(sql);
  }

  /**
   * Records new actions, each with its first transition, in one statement; key: the id. What exists
   * already stays as it is, and nothing is recorded for a cluster that is gone.
   *
   * @return the ids that were new
   */
  public Set<ActionId> insert(Collection<NewAction> actions) {
    return inserts.insert(actions);
  }

  /**
   * Gives steps of runs and derived actions their places that were recorded as found on their
   * agents before; what became of them stays as it is.
   *
   * @return the ids of those that were found with the same node and kind, and had no place
   */
  public Set<ActionId> claim(Collection<NewAction> steps, Instant at) {
    return inserts.claim(steps, at);
  }

  public Optional<ActionRecord> find(ActionId id) {
    return new Query(ActionRows.FULL)
        .and("a.id = :id").with("id", id.value()).list(sql, ActionRows::full).stream().findFirst();
  }

  /** What an id, its first characters, or a name stand for. */
  public IdMatch match(String text) {
    return match(text, Sight.ALL);
  }

  /** The same among those of the clusters that somebody may read. */
  public IdMatch match(String text, Sight sight) {
    return IdMatch.find(sql, THINGS, text, sight);
  }

  public Optional<ClusterName> clusterOf(ActionId id) {
    return sql.statement("select cluster from actions where id = :id")
        .param("id", id.value())
        .query(Row.mapper(row -> new ClusterName(row.text("cluster"))))
        .optional();
  }

  public Optional<ActionDetail> show(ActionId id) {
    return find(id)
        .map(action -> new ActionDetail(action, transitions(id), data(action), dependents(id)));
  }

  private List<ActionId> dependents(ActionId id) {
    return sql.statement(
            """
            select id from actions
            where depends_on <> '{}' and depends_on @> array[:id]::uuid[]
            order by created_at, id limit :most
            """)
        .param("id", id.value())
        .param("most", MOST_DEPENDENTS)
        .query(Row.mapper(row -> new ActionId(row.uuid("id"))))
        .list();
  }

  /** What policies decided of it; only actions on clusters have that. */
  private Optional<JsonNode> data(ActionRecord action) {
    return action.node().isPresent()
        ? Optional.empty()
        : sql.statement("select data from actions where id = :id and data is not null")
            .param("id", action.id().value())
            .query(Row.mapper(row -> row.json("data")))
            .optional();
  }

  /** Newest first; the marker is the last id of the page before. */
  public Page<ActionRecord> list(ActionFilter filter, PageRequest page) {
    return list(filter, ListOrder.NEWEST, page);
  }

  /**
   * In an order of {@link ActionLists#KEYS}.
   *
   * @throws IllegalArgumentException if the marker is not of this list, or too many fit to be
   *     sorted
   */
  public Page<ActionRecord> list(ActionFilter filter, ListOrder order, PageRequest page) {
    return lists.page(filter, order, page);
  }

  private List<ActionDetail.Transition> transitions(ActionId id) {
    return sql.statement(
            """
            select at, from_state, to_state, by_type, by_name, why, payload
            from action_transitions where action = :id order by seq
            """)
        .param("id", id.value())
        .query(Row.mapper(Actions::transition))
        .list();
  }

  private static ActionDetail.Transition transition(Row row) throws SQLException {
    return new ActionDetail.Transition(
        row.instant("at"),
        row.optionalText("from_state").map(ActionState::valueOf),
        ActionState.valueOf(row.text("to_state")),
        new Actor(Actor.Type.valueOf(row.text("by_type")), row.text("by_name")),
        row.text("why"),
        row.optionalJson("payload"));
  }
}
