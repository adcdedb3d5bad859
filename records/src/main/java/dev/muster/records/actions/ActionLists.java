package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.ListOrder.SortKey;
import dev.muster.records.sql.NewestFirst;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.SortedList;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.UnsortableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lists of actions, whose pages read no history. */
public final class ActionLists {

  /** What actions can be sorted by. */
  public static final List<SortKey> KEYS =
      List.of(
          SortKey.of("created_at", SortKey.Value.ALWAYS),
          SortKey.of("started_at", SortKey.Value.SOMETIMES),
          SortKey.of("finished_at", SortKey.Value.SOMETIMES),
          SortKey.of("state", SortKey.Value.ALWAYS),
          SortKey.of("kind", SortKey.Value.ALWAYS),
          SortKey.of("cluster", SortKey.Value.ALWAYS),
          SortKey.of("node", SortKey.Value.SOMETIMES),
          new SortKey("name", ActionRows.NAME, SortKey.Value.SOMETIMES));

  private static final Set<List<String>> INDEXES =
      Set.of(
          List.of("cluster"),
          List.of("cluster", "node"),
          List.of("kind"),
          List.of("name"),
          List.of("parent"));

  private final Sql sql;

  ActionLists(Sql sql) {
    this.sql = sql;
  }

  Page<ActionRecord> page(ActionFilter filter, ListOrder order, PageRequest page) {
    NewestFirst newest =
        new NewestFirst("actions", "a.", INDEXES)
            .by("cluster", filter.clusters())
            .by("node", filter.nodes())
            .by("run", filter.runs().stream().map(RunId::value).toList())
            .by("kind", filter.kinds())
            .by("parent", filter.parents().stream().map(ActionId::value).toList())
            .by("name", ActionRows.NAME, filter.names())
            .seenBy(filter.sight());
    List<String> conditions = new ArrayList<>();
    life(filter.states())
        .ifPresent(life -> {
          conditions.add(life);
          newest.amongFew();
        });
    if (!filter.states().isEmpty()) {
      conditions.add(NewestFirst.anyOf("a.state", filter.states(), ActionState::name));
    }
    List<ActionRecord> rows =
        order.isByTime()
            ? alongTime(newest.ordered(order), conditions, order, page)
            : sorted(filter, newest, conditions, order, page);
    return Page.of(rows, page, ActionRecord::id);
  }

  private List<ActionRecord> alongTime(
      NewestFirst newest, List<String> conditions, ListOrder order, PageRequest page) {
    Query query = new Query(ActionRows.PAGE);
    conditions.forEach(query::and);
    return newest
        .of(query, page, page.marker().map(text -> newest.marker(sql, text)))
        .within("", ActionRows.BESIDE_PAGE + order.by("a."))
        .list(sql, ActionRows::full);
  }

  private List<ActionRecord> sorted(
      ActionFilter filter,
      NewestFirst newest,
      List<String> conditions,
      ListOrder order,
      PageRequest page) {
    if (!filter.nodes().isEmpty() && filter.runs().isEmpty() && !newest.isIndexed()) {
      throw new UnsortableException(
          "sort=%s: actions of a node are found by its cluster (expected: with the filter cluster"
                  .formatted(order)
              + ", or a sort that begins with created_at)");
    }
    List<UUID> ids =
        SortedList.ids(
            sql,
            new SortedList.Source("actions", "a.", conditions, "run, parent, name, cluster, state"),
            newest,
            order,
            page);
    Map<UUID, ActionRecord> rows =
        new Query(ActionRows.FULL)
                .and("a.id = any(:ids)")
                .with("ids", ArrayValue.uuids(ids, id -> id))
                .list(sql, ActionRows::full)
                .stream()
                .collect(Collectors.toMap(row -> row.id().value(), Function.identity()));
    return ids.stream().map(rows::get).filter(Objects::nonNull).toList();
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
}
