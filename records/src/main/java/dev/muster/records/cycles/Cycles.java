package dev.muster.records.cycles;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reports of the newest cycles of each cluster. */
public final class Cycles {

  /** Reports that are kept for each cluster, give or take {@link #PRUNED_EVERY}. */
  public static final int KEPT = 500;

  private static final int PRUNED_EVERY = 50;
  private static final Pattern MARKER = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

  private final Sql sql;

  public Cycles(Sql sql) {
    this.sql = sql;
  }

  /**
   * Keeps a report; key: the fence, a second report of it replaces the first. Nothing is kept for a
   * cluster that is gone. Now and then the oldest are removed.
   */
  public void record(CycleRecord cycle) {
    Fence fence = cycle.fence();
    sql.statement(
            """
            insert into cycle_reports
              (cluster, epoch, cycle, trigger, started_at, duration_us, due_at, report)
            select name, :epoch, :cycle, :trigger, :startedAt, :micros, :dueAt, :report::jsonb
            from clusters where name = :cluster for key share
            on conflict (cluster, epoch, cycle) do update
            set trigger = excluded.trigger, started_at = excluded.started_at,
              duration_us = excluded.duration_us, due_at = excluded.due_at,
              report = excluded.report
            """)
        .param("cluster", fence.cluster().value())
        .param("epoch", fence.epoch())
        .param("cycle", fence.cycle())
        .param("trigger", cycle.trigger())
        .param("startedAt", Sql.at(cycle.startedAt()))
        .param("micros", cycle.duration().toNanos() / 1_000)
        .param("dueAt", cycle.dueAt().map(Sql::at).orElse(null))
        .param("report", Texts.json(cycle.report()))
        .update();
    if (fence.cycle() % PRUNED_EVERY == 0) {
      prune(fence.cluster());
    }
  }

  /** Newest first; the marker is {@code epoch-cycle} of the last one of the page before. */
  public Page<CycleRecord> list(ClusterName cluster, PageRequest page) {
    Query query =
        new Query(
                """
                select cluster, epoch, cycle, trigger, started_at, duration_us, due_at, report
                from cycle_reports\
                """)
            .and("cluster = :cluster")
            .with("cluster", cluster.value())
            .with("limit", page.fetch())
            .then("order by epoch desc, cycle desc limit :limit");
    page.marker()
        .ifPresent(marker -> {
          Fence last = parse(cluster, marker);
          query
              .and("(epoch, cycle) < (:epoch, :cycle)")
              .with("epoch", last.epoch())
              .with("cycle", last.cycle());
        });
    List<CycleRecord> rows = query.list(sql, Cycles::read);
    return Page.of(rows, page, row -> row.fence().epoch() + "-" + row.fence().cycle());
  }

  private void prune(ClusterName cluster) {
    sql.statement(
            """
            delete from cycle_reports
            where cluster = :cluster and (epoch, cycle) <= (
              select epoch, cycle from cycle_reports where cluster = :cluster
              order by epoch desc, cycle desc offset :kept limit 1)
            """)
        .param("cluster", cluster.value())
        .param("kept", KEPT)
        .update();
  }

  private static Fence parse(ClusterName cluster, String marker) {
    Matcher matcher = MARKER.matcher(marker);
    if (!matcher.matches()) {
      throw PageRequest.badMarker(marker);
    }
    return new Fence(cluster, Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  private static CycleRecord read(Row row) throws SQLException {
    return new CycleRecord(
        new Fence(new ClusterName(row.text("cluster")), row.number("epoch"), row.number("cycle")),
        row.text("trigger"),
        row.instant("started_at"),
        Duration.ofNanos(row.number("duration_us") * 1_000),
        row.optionalInstant("due_at"),
        row.json("report"));
  }
}
