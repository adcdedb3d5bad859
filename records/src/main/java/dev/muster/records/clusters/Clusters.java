package dev.muster.records.clusters;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.identity.Sight;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Adds, finds, changes and removes clusters. */
public final class Clusters {

  private static final String SELECT =
      """
      select c.name, c.settings, c.labels, c.created_at, c.created_by,
        (select count(*) from nodes n where n.cluster = c.name) as nodes,
        (select count(*) from nodes n where n.cluster = c.name and n.status = 'UP'
          and n.vanished_at is null) as nodes_up,
        (select count(*) from actions a where a.cluster = c.name and a.finished_at is null)
          as unfinished
      from clusters c\
      """;

  private final Sql sql;

  public Clusters(Sql sql) {
    this.sql = sql;
  }

  /** Makes a cluster, unless there is one of the name; key: the name. */
  public ClusterCreation create(NewCluster cluster) {
    return sql.transaction(() -> {
      int made =
          sql.statement(
                  """
                  insert into clusters (name, settings, labels, created_at, created_by)
                  values (:name, :settings::jsonb, :labels::jsonb, :at, :by)
                  on conflict (name) do nothing
                  """)
              .param("name", cluster.name().value())
              .param("settings", Texts.json(cluster.settings()))
              .param("labels", Texts.json(cluster.labels()))
              .param("at", Sql.at(cluster.at()))
              .param("by", Texts.clean(cluster.by()))
              .update();
      ClusterRecord stored = find(cluster.name()).orElseThrow();
      return made == 1 ? new ClusterCreation.Created(stored) : new ClusterCreation.Existing(stored);
    });
  }

  public Optional<ClusterRecord> find(ClusterName name) {
    return new Query(SELECT)
        .and("c.name = :name").with("name", name.value()).list(sql, Clusters::read).stream()
            .findFirst();
  }

  /** Without counting anything: what each cycle needs. */
  public Optional<ClusterSettings> settingsOf(ClusterName name) {
    return sql.statement("select settings from clusters where name = :name")
        .param("name", name.value())
        .query(Row.mapper(row -> row.json("settings", ClusterSettings.Stored.class).nearest()))
        .optional();
  }

  /** By name; the marker is the last name of the page before. */
  public Page<ClusterRecord> list(PageRequest page) {
    return list(page, Sight.ALL);
  }

  /** The same of those that somebody may read. */
  public Page<ClusterRecord> list(PageRequest page, Sight sight) {
    List<ClusterRecord> rows =
        new Query(SELECT)
            .and("c.name > :marker", "marker", page.marker())
            .and("c.name like any(:sight)", "sight", Seen.by(sight))
            .with("limit", page.fetch())
            .then("order by c.name limit :limit")
            .list(sql, Clusters::read);
    return Page.of(rows, page, ClusterRecord::name);
  }

  /** Every name, for whoever looks after all clusters. */
  public List<ClusterName> names() {
    return sql.statement("select name from clusters order by name")
        .query(Row.mapper(row -> new ClusterName(row.text("name"))))
        .list();
  }

  /**
   * Holds a cluster as it is until {@code work} on it is done: who works out a change from what is
   * there does it and writes it here, so that no change of somebody else gets lost. One
   * transaction; empty if there is no such cluster.
   */
  public <T> Optional<T> locked(ClusterName name, Function<ClusterRecord, T> work) {
    return sql.transaction(() -> lock(name) ? find(name).map(work) : Optional.empty());
  }

  /**
   * Replaces what is present; empty if there is no such cluster. What is worked out from what is
   * there belongs into {@link #locked}.
   */
  public Optional<ClusterRecord> patch(
      ClusterName name, Optional<ClusterSettings> settings, Optional<Map<String, String>> labels) {
    return sql.transaction(() -> {
      sql.statement(
              """
              update clusters set settings = coalesce(:settings::jsonb, settings),
                labels = coalesce(:labels::jsonb, labels)
              where name = :name
              """)
          .param("name", name.value())
          .param("settings", Sql.orNull(settings.map(Texts::json)))
          .param("labels", Sql.orNull(labels.map(Texts::json)))
          .update();
      return find(name);
    });
  }

  /** Removes a cluster in which nothing is in work, with its nodes; its history stays. */
  public ClusterRemoval remove(ClusterName name) {
    return sql.transaction(() -> {
      if (!lock(name)) {
        return new ClusterRemoval.NotFound();
      }
      ClusterRemoval.Refused use = inUse(name);
      if (use.openRuns() + use.unfinishedActions() + use.members() > 0) {
        return use;
      }
      sql.statement("delete from clusters where name = :name").param("name", name.value()).update();
      return new ClusterRemoval.Removed();
    });
  }

  /** Whether there is such a cluster; if so, nobody else changes it in this transaction. */
  private boolean lock(ClusterName name) {
    return sql.statement("select 1 from clusters where name = :name for update")
        .param("name", name.value())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private ClusterRemoval.Refused inUse(ClusterName name) {
    return sql.statement(
            """
            select
              (select count(*) from runs where cluster = :name and finished_at is null) as runs,
              (select count(*) from actions where cluster = :name and finished_at is null)
                as actions,
              (select count(*) from members where cluster = :name and provider is not null)
                as members
            """)
        .param("name", name.value())
        .query(
            Row.mapper(row ->
                new ClusterRemoval.Refused(
                    row.integer("runs"), row.integer("actions"), row.integer("members"))))
        .single();
  }

  private static ClusterRecord read(Row row) throws SQLException {
    return new ClusterRecord(
        new ClusterName(row.text("name")),
        row.json("settings", ClusterSettings.Stored.class).nearest(),
        row.textMap("labels"),
        row.integer("nodes"),
        row.integer("nodes_up"),
        row.integer("unfinished"),
        row.instant("created_at"),
        row.text("created_by"));
  }
}
