package dev.muster.records.runs;

import dev.muster.domain.run.ProgressState;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.ListOrder.SortKey;
import dev.muster.records.sql.NewestFirst;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.SortedList;
import dev.muster.records.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lists of runs, whose pages read no history. */
public final class RunLists {

  /** What runs can be sorted by. */
  public static final List<SortKey> KEYS =
      List.of(
          SortKey.of("created_at", SortKey.Value.ALWAYS),
          SortKey.of("started_at", SortKey.Value.SOMETIMES),
          SortKey.of("finished_at", SortKey.Value.SOMETIMES),
          SortKey.of("state", SortKey.Value.ALWAYS),
          SortKey.of("playbook", SortKey.Value.ALWAYS),
          SortKey.of("cluster", SortKey.Value.ALWAYS),
          SortKey.of("requester", SortKey.Value.ALWAYS));

  private static final Set<List<String>> INDEXES = Set.of(List.of("cluster"), List.of("playbook"));

  private final Sql sql;

  RunLists(Sql sql) {
    this.sql = sql;
  }

  Page<RunRecord> page(RunFilter filter, ListOrder order, PageRequest page) {
    NewestFirst newest =
        new NewestFirst("runs", "", INDEXES)
            .by("cluster", filter.clusters())
            .by("playbook", filter.playbooks())
            .seenBy(filter.sight());
    List<String> conditions = new ArrayList<>();
    switch (filter.life()) {
      case ANY -> {}
      case OPEN -> {
        conditions.add("finished_at is null");
        newest.amongFew();
      }
      case OVER -> conditions.add("finished_at is not null");
    }
    if (!filter.states().isEmpty()) {
      conditions.add(NewestFirst.anyOf("state", filter.states(), ProgressState::word));
    }
    List<RunRecord> rows =
        order.isByTime()
            ? alongTime(newest.ordered(order), conditions, page)
            : sorted(newest, conditions, order, page);
    return Page.of(rows, page, RunRecord::id);
  }

  private List<RunRecord> alongTime(NewestFirst newest, List<String> conditions, PageRequest page) {
    Query query = new Query(RunRows.SELECT);
    conditions.forEach(query::and);
    return newest
        .of(query, page, page.marker().map(text -> newest.marker(sql, text)))
        .list(sql, RunRows::run);
  }

  private List<RunRecord> sorted(
      NewestFirst newest, List<String> conditions, ListOrder order, PageRequest page) {
    List<UUID> ids =
        SortedList.ids(
            sql,
            new SortedList.Source("runs", "", conditions, "open, cluster, playbook, state"),
            newest,
            order,
            page);
    Map<UUID, RunRecord> rows =
        new Query(RunRows.SELECT)
                .and("id = any(:ids)")
                .with("ids", ArrayValue.uuids(ids, id -> id))
                .list(sql, RunRows::run)
                .stream()
                .collect(Collectors.toMap(row -> row.id().value(), Function.identity()));
    return ids.stream().map(rows::get).filter(Objects::nonNull).toList();
  }
}
