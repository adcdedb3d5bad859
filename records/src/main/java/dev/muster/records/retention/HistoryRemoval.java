package dev.muster.records.retention;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import tools.jackson.databind.JsonNode;

/**
 * Removes history that is over, a bounded batch in one transaction. It waits for nobody: a row that
 * somebody holds stays for later, and the rows that it locks are those that nobody writes any more.
 * Never removed is what is unfinished, what is not over, what something unfinished depends on, and
 * what something unfinished has derived.
 */
public final class HistoryRemoval {

  /** Of a batch; a run of more actions goes in several, and itself with the last one. */
  public static final int RUNS = 50;

  public static final int ACTIONS = 1_000;
  public static final int ENTRIES = 1_000;

  /** What unfinished actions wait for; there are few of them, by an index of their own. */
  private static final String AWAITED =
      "select unnest(w.depends_on) from actions w where w.finished_at is null";

  /** Than a run, in the order of lists. */
  private static final String OLDER =
      "and r.created_at <= :at and (r.created_at < :at or r.id > :id)";

  private final Sql sql;
  private final ExportLines lines;

  public HistoryRemoval(Sql sql) {
    this.sql = sql;
    this.lines = new ExportLines(sql);
  }

  /** Every cluster that has history, also those that are gone. Costs a few reads for each. */
  public SortedSet<ClusterName> clusters() {
    SortedSet<ClusterName> names = new TreeSet<>();
    for (String table : List.of("runs", "actions", "audit")) {
      sql.statement(
              """
              with recursive names as (
                (select cluster from %1$s where cluster is not null order by cluster limit 1)
                union all
                select (select t.cluster from %1$s t where t.cluster > n.cluster
                  order by t.cluster limit 1)
                from names n where n.cluster is not null)
              select cluster from names where cluster is not null
              """
                  .formatted(table))
          .query(Row.mapper(row -> names.add(new ClusterName(row.text("cluster")))))
          .list();
    }
    return names;
  }

  /**
   * Removes a batch of runs, the oldest first, each with its stages, its nodes' states, its
   * approvals and its actions.
   *
   * @param atLeast so many of the newest runs stay
   */
  public Removed runs(
      ClusterName cluster, Instant endedBefore, int atLeast, Optional<Export> export) {
    return sql.transaction(() -> {
      List<UUID> runs = runsToGo(cluster, endedBefore, atLeast);
      if (runs.isEmpty()) {
        return Removed.NOTHING;
      }
      List<Owned> actions = actionsOf(runs);
      List<UUID> whole = actions.size() > ACTIONS ? before(actions.getLast().run(), runs) : runs;
      // The first run alone has more actions than a batch: some of them go, and it stays for now.
      List<UUID> owners = whole.isEmpty() ? runs.subList(0, 1) : whole;
      List<UUID> going =
          actions.stream()
              .filter(action -> owners.contains(action.run()))
              .map(Owned::id)
              .limit(ACTIONS)
              .toList();
      export.ifPresent(to -> {
        List<JsonNode> all = new ArrayList<>(lines.actions(going));
        all.addAll(lines.runs(whole));
        to.keep(all);
      });
      deleteActions(going);
      sql.statement("delete from runs where id = any(:ids)")
          .param("ids", ArrayValue.uuids(whole, id -> id))
          .update();
      return new Removed(whole.size(), going.size(), 0);
    });
  }

  /** Removes a batch of actions that belong to no run, those first that finished first. */
  public Removed actions(ClusterName cluster, Instant endedBefore, Optional<Export> export) {
    return sql.transaction(() -> {
      List<UUID> going =
          uuids(
              sql.statement(
                      """
                      select a.id from actions a
                      where a.cluster = :cluster and a.run is null and a.finished_at < :before
                        and a.id not in (%s)
                        and not exists (
                          select 1 from actions p where p.id = a.parent and p.finished_at is null)
                      order by a.finished_at, a.id limit :limit for update of a skip locked
                      """
                          .formatted(AWAITED))
                  .param("cluster", cluster.value())
                  .param("before", Sql.at(endedBefore))
                  .param("limit", ACTIONS));
      if (going.isEmpty()) {
        return Removed.NOTHING;
      }
      export.ifPresent(to -> to.keep(lines.actions(going)));
      deleteActions(going);
      return new Removed(0, going.size(), 0);
    });
  }

  /**
   * Removes a batch of the audit's entries, the oldest first; what is about a run or an action that
   * is still there stays with it.
   *
   * @param cluster empty for entries that belong to none
   */
  public Removed audit(Optional<ClusterName> cluster, Instant madeBefore, Optional<Export> export) {
    return sql.transaction(() -> {
      StatementSpec statement =
          sql.statement(
              """
              select seq from audit a
              where %s and at < :before
                and not exists (select 1 from runs r where r.id = a.run)
                and not exists (select 1 from actions o where o.id = a.action)
              order by seq limit :limit for update of a skip locked
              """
                  .formatted(cluster.isPresent() ? "cluster = :cluster" : "cluster is null"));
      cluster.ifPresent(name -> statement.param("cluster", name.value()));
      List<Long> going =
          statement
              .param("before", Sql.at(madeBefore))
              .param("limit", ENTRIES)
              .query(Row.mapper(row -> row.number("seq")))
              .list();
      if (going.isEmpty()) {
        return Removed.NOTHING;
      }
      export.ifPresent(to -> to.keep(lines.audit(going)));
      sql.statement("update audit_seals set removed_at = now() where seq = any(:numbers)")
          .param("numbers", ArrayValue.longs(going, number -> number))
          .update();
      sql.statement("delete from audit where seq = any(:numbers)")
          .param("numbers", ArrayValue.longs(going, number -> number))
          .update();
      return new Removed(0, 0, going.size());
    });
  }

  private List<UUID> runsToGo(ClusterName cluster, Instant endedBefore, int atLeast) {
    Optional<Newest> last = atLeast == 0 ? Optional.empty() : newest(cluster, atLeast);
    if (atLeast > 0 && last.isEmpty()) {
      return List.of();
    }
    StatementSpec statement =
        sql.statement(
                """
                select r.id from runs r
                where r.cluster = :cluster and r.finished_at < :before %s
                  and not exists (
                    select 1 from actions a
                    where a.run = r.id and (a.finished_at is null or a.id in (%s)))
                order by r.created_at, r.id desc limit :limit for update of r skip locked
                """
                    .formatted(last.isPresent() ? OLDER : "", AWAITED))
            .param("cluster", cluster.value())
            .param("before", Sql.at(endedBefore))
            .param("limit", RUNS);
    last.ifPresent(newest -> statement.param("at", Sql.at(newest.at())).param("id", newest.id()));
    return uuids(statement);
  }

  private record Newest(Instant at, UUID id) {}

  /** The last one of so many newest runs; empty if there are not more. */
  private Optional<Newest> newest(ClusterName cluster, int count) {
    return sql.statement(
            """
            select created_at, id from runs where cluster = :cluster
            order by created_at desc, id offset :before limit 1
            """)
        .param("cluster", cluster.value())
        .param("before", count - 1)
        .query(Row.mapper(row -> new Newest(row.instant("created_at"), row.uuid("id"))))
        .optional();
  }

  private record Owned(UUID id, UUID run) {}

  /** In the order of the runs, one more than go at once. */
  private List<Owned> actionsOf(List<UUID> runs) {
    return sql.statement(
            """
            select a.id, a.run
            from unnest(:runs) with ordinality as k (run, place) join actions a using (run)
            order by k.place, a.created_at, a.id limit :limit
            """)
        .param("runs", ArrayValue.uuids(runs, id -> id))
        .param("limit", ACTIONS + 1)
        .query(Row.mapper(row -> new Owned(row.uuid("id"), row.uuid("run"))))
        .list();
  }

  private static List<UUID> before(UUID run, List<UUID> runs) {
    return runs.subList(0, runs.indexOf(run));
  }

  private void deleteActions(List<UUID> ids) {
    sql.statement("delete from action_transitions where action = any(:ids)")
        .param("ids", ArrayValue.uuids(ids, id -> id))
        .update();
    sql.statement("delete from action_logs where action = any(:ids)")
        .param("ids", ArrayValue.uuids(ids, id -> id))
        .update();
    sql.statement("delete from actions where id = any(:ids)")
        .param("ids", ArrayValue.uuids(ids, id -> id))
        .update();
  }

  private static List<UUID> uuids(StatementSpec statement) {
    return statement.query(Row.mapper(row -> row.uuid("id"))).list();
  }
}
