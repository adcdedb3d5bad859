package dev.muster.records.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.util.Optional;

/**
 * Hands out the versions of a cluster's objects and keeps what changed. Versions are taken under a
 * lock that is held until the transaction ends: who sees one sees all before it.
 */
final class ObjectHeads {

  /** Changes that are kept of a cluster. */
  static final int MOST = 500;

  /** Characters that all of them have together, but for the newest one. */
  static final long LARGEST = 16L * 1024 * 1024;

  private final Sql sql;
  private final Changes changes;

  ObjectHeads(Sql sql, Changes changes) {
    this.sql = sql;
    this.changes = changes;
  }

  /**
   * Nobody else writes objects of the cluster until the transaction ends. False if there is no such
   * cluster.
   */
  boolean lock(ClusterName cluster) {
    return locked(cluster) || (make(cluster) && locked(cluster));
  }

  private boolean locked(ClusterName cluster) {
    return sql.statement("select version from autopilot_heads where cluster = :cluster for update")
        .param("cluster", cluster.value())
        .query(Long.class)
        .optional()
        .isPresent();
  }

  /**
   * The newest version; empty if there is no such cluster. A cluster that was removed and made
   * again goes on with greater ones, so its first is the time.
   */
  Optional<Long> newest(ClusterName cluster) {
    Optional<Long> known = version(cluster);
    return known.isPresent() || !make(cluster) ? known : version(cluster);
  }

  private Optional<Long> version(ClusterName cluster) {
    return sql.statement("select version from autopilot_heads where cluster = :cluster")
        .param("cluster", cluster.value())
        .query(Long.class)
        .optional();
  }

  /** Whether there is one now. */
  private boolean make(ClusterName cluster) {
    sql.statement(
            """
            insert into autopilot_heads (cluster, version, oldest)
            select name, now, now
            from clusters, floor(extract(epoch from clock_timestamp()) * 1000) as now
            where name = :cluster for key share of clusters
            on conflict (cluster) do nothing
            """)
        .param("cluster", cluster.value())
        .update();
    return version(cluster).isPresent();
  }

  /** The next version; the lock is held. */
  long next(ClusterName cluster) {
    return sql.statement(
            """
            update autopilot_heads set version = version + 1 where cluster = :cluster
            returning version
            """)
        .param("cluster", cluster.value())
        .query(Row.mapper(row -> row.number("version")))
        .single();
  }

  /** Keeps a change for watchers, and tells them. */
  void keep(ObjectChange change) {
    StoredObject object = change.object();
    String metadata = Texts.json(object.metadata());
    String spec = Texts.json(object.spec());
    Optional<String> status = object.status().map(Texts::json);
    sql.statement(
            """
            insert into autopilot_changes
              (cluster, version, type, uid, kind, name, generation, created_at, metadata, spec,
              status, run, size)
            values (:cluster, :version, :type, :uid, :kind, :name, :generation, :created,
              :metadata::jsonb, :spec::jsonb, :status::jsonb, :run, :size)
            """)
        .param("cluster", object.key().cluster().value())
        .param("version", object.version())
        .param("type", change.type().name())
        .param("uid", object.uid())
        .param("kind", object.key().kind().word())
        .param("name", object.key().name())
        .param("generation", object.generation())
        .param("created", Sql.at(object.createdAt()))
        .param("metadata", metadata)
        .param("spec", spec)
        .param("status", Sql.orNull(status))
        .param("run", Sql.orNull(object.run().map(run -> run.value())))
        .param("size", metadata.length() + spec.length() + status.map(String::length).orElse(0))
        .update();
    changes.notifyObjects(object.key().cluster());
  }

  /** Forgets the oldest changes beyond what is kept; the lock is held. */
  void trim(ClusterName cluster) {
    sql.statement(
            """
            with cut as (
              select max(version) as version from (
                select version, row_number() over newer as place, sum(size) over newer as total
                from autopilot_changes where cluster = :cluster
                window newer as (order by version desc)) as ranked
              where place > :most or (total > :largest and place > 1)
            ), gone as (
              delete from autopilot_changes
              where cluster = :cluster and version <= (select version from cut)
            )
            update autopilot_heads set oldest = cut.version from cut
            where cluster = :cluster and cut.version is not null
            """)
        .param("cluster", cluster.value())
        .param("most", MOST)
        .param("largest", LARGEST)
        .update();
  }
}
