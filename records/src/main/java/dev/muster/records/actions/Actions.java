package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.NewestFirst;
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
import java.util.UUID;

/** The actions: recording new ones, and reading what became of them. */
public final class Actions {

  private static final Set<List<String>> INDEXES =
      Set.of(List.of("cluster"), List.of("cluster", "node"), List.of("kind"));

  private final Sql sql;
  private final ActionInserts inserts;

  public Actions(Sql sql, Changes changes) {
    this.sql = sql;
    this.inserts = new ActionInserts(sql, changes);
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
   * Gives steps of runs their places that were recorded as found on their agents before; what
   * became of them stays as it is.
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

  /** What a whole id, or its first characters, stand for. */
  public IdMatch match(String idOrPrefix) {
    return IdMatch.find(sql, "actions", idOrPrefix);
  }

  /** The same among those of the clusters that somebody may read. */
  public IdMatch match(String idOrPrefix, Sight sight) {
    return IdMatch.find(sql, "actions", idOrPrefix, sight);
  }

  public Optional<ClusterName> clusterOf(ActionId id) {
    return sql.statement("select cluster from actions where id = :id")
        .param("id", id.value())
        .query(Row.mapper(row -> new ClusterName(row.text("cluster"))))
        .optional();
  }

  public Optional<ActionDetail> show(ActionId id) {
    return find(id).map(action -> new ActionDetail(action, transitions(id)));
  }

  /** Newest first; the marker is the last id of the page before. */
  public Page<ActionRecord> list(ActionFilter filter, PageRequest page) {
    NewestFirst newest =
        new NewestFirst("actions", "a.", INDEXES)
            .by("cluster", filter.cluster())
            .by("node", filter.node())
            .by("run", filter.run().map(run -> run.value()))
            .by("kind", filter.kind())
            .seenBy(filter.sight());
    Query query = new Query(ActionRows.PAGE);
    life(filter.states())
        .ifPresent(life -> {
          query.and(life);
          newest.amongFew();
        });
    if (!filter.states().isEmpty()) {
      query.and(NewestFirst.anyOf("a.state", filter.states(), ActionState::name));
    }
    List<ActionRecord> rows =
        newest
            .of(query, page, page.marker().map(this::marker))
            .within("", ActionRows.BESIDE_PAGE)
            .list(sql, ActionRows::full);
    return Page.of(rows, page, ActionRecord::id);
  }

  /** What follows from the states, said so that an index fits: what is rare is not searched for. */
  private static Optional<String> life(Set<ActionState> states) {
    if (states.isEmpty() || states.contains(ActionState.DONE)) {
      return Optional.empty();
    }
    if (states.stream().noneMatch(ActionState::isFinal)) {
      return Optional.of("a.finished_at is null");
    }
    return states.stream().allMatch(ActionState::isFinal)
        ? Optional.of("a.finished_at is not null and a.state <> 'DONE'")
        : Optional.empty();
  }

  private UUID marker(String text) {
    try {
      UUID id = ActionId.parse(text).value();
      boolean exists =
          sql.statement("select 1 from actions where id = :id")
              .param("id", id)
              .query(Integer.class)
              .optional()
              .isPresent();
      if (exists) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      throw PageRequest.badMarker(text);
    }
    throw PageRequest.badMarker(text);
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
