package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The objects as they are, and what changed. What writes holds the cluster's lock. */
public final class ObjectStore {

  private final Sql sql;
  private final ObjectHeads heads;

  public ObjectStore(Sql sql, Changes changes) {
    this.sql = sql;
    this.heads = new ObjectHeads(sql, changes);
  }

  /**
   * Nobody else writes objects of the cluster until the transaction ends. False if there is no such
   * cluster.
   */
  public boolean lock(ClusterName cluster) {
    return heads.lock(cluster);
  }

  /** The version of the newest change; empty if there is no such cluster. */
  public Optional<Long> version(ClusterName cluster) {
    return heads.newest(cluster);
  }

  public Optional<StoredObject> find(ObjectKey key) {
    return new Query(ObjectRows.SELECT)
            .and("o.cluster = :cluster")
            .and("o.kind = :kind")
            .and("o.name = :name")
            .with("cluster", key.cluster().value())
            .with("kind", key.kind().word())
            .with("name", key.name())
            .list(sql, ObjectRows::read)
            .stream()
            .findFirst();
  }

  Optional<StoredObject> find(UUID uid) {
    return new Query(ObjectRows.SELECT)
        .and("o.uid = :uid").with("uid", uid).list(sql, ObjectRows::read).stream().findFirst();
  }

  /** All of a kind; empty if there is no such cluster. */
  public Optional<ObjectPage> list(ClusterName cluster, ObjectKind kind) {
    // The version is read before: a watch from it tells a change twice rather than never.
    return version(cluster).map(version -> new ObjectPage(all(cluster, kind), version));
  }

  List<StoredObject> all(ClusterName cluster, ObjectKind kind) {
    return new Query(ObjectRows.SELECT)
        .and("o.cluster = :cluster")
        .and("o.kind = :kind")
        .with("cluster", cluster.value())
        .with("kind", kind.word())
        .then("order by o.name")
        .list(sql, ObjectRows::read);
  }

  /** Who made the objects of a kind, by uid. */
  public Map<UUID, String> creators(ClusterName cluster, ObjectKind kind) {
    Map<UUID, String> creators = new HashMap<>();
    sql.statement(
            """
            select uid, created_by from autopilot_objects
            where cluster = :cluster and kind = :kind
            """)
        .param("cluster", cluster.value())
        .param("kind", kind.word())
        .query(Row.mapper(row -> creators.put(row.uuid("uid"), row.text("created_by"))))
        .list();
    return creators;
  }

  private record Heard(long newest, long oldest, Optional<ObjectChange> change) {

    static Heard of(Row row) throws SQLException {
      return new Heard(
          row.number("newest"),
          row.number("oldest"),
          row.optionalUuid("uid").isPresent()
              ? Optional.of(ObjectRows.change(row))
              : Optional.empty());
    }
  }

  /** What changed since a version; empty if there is no such cluster. One statement: one moment. */
  public Optional<ObjectChanges> since(ClusterName cluster, ObjectKind kind, long version) {
    if (version(cluster).isEmpty()) {
      return Optional.empty();
    }
    List<Heard> heard =
        sql.statement(
                """
                select h.version as newest, h.oldest, c.type, c.uid, h.cluster, c.kind, c.name,
                  c.version, c.generation, c.created_at, c.metadata, c.spec, c.status, c.run
                from autopilot_heads h left join autopilot_changes c
                  on c.cluster = h.cluster and c.kind = :kind and c.version > :since
                    and h.oldest <= :since
                where h.cluster = :cluster order by c.version
                """)
            .param("cluster", cluster.value())
            .param("kind", kind.word())
            .param("since", version)
            .query(Row.mapper(Heard::of))
            .list();
    return heard.stream()
        .findFirst()
        .map(head -> {
          if (version < head.oldest() || version > head.newest()) {
            return new ObjectChanges.Expired(head.oldest());
          }
          List<ObjectChange> changes = new ArrayList<>();
          heard.forEach(one -> one.change().ifPresent(changes::add));
          return new ObjectChanges.Since(changes, head.newest());
        });
  }

  /** Adds an object under the next version. */
  StoredObject add(ObjectKey key, Body body, Writer writer) {
    StoredObject object =
        new StoredObject(
            key,
            UUID.randomUUID(),
            heads.next(key.cluster()),
            1,
            writer.at(),
            body.metadata(),
            body.spec(),
            body.status(),
            Optional.empty());
    sql.statement(
            """
            insert into autopilot_objects
              (uid, cluster, kind, name, version, generation, created_at, created_by, metadata,
              spec, status)
            values (:uid, :cluster, :kind, :name, :version, 1, :at, :by, :metadata::jsonb,
              :spec::jsonb, :status::jsonb)
            """)
        .param("uid", object.uid())
        .param("cluster", key.cluster().value())
        .param("kind", key.kind().word())
        .param("name", key.name())
        .param("version", object.version())
        .param("at", Sql.at(writer.at()))
        .param("by", Texts.clean(writer.requester()))
        .param("metadata", Texts.json(body.metadata()))
        .param("spec", Texts.json(body.spec()))
        .param("status", Sql.orNull(body.status().map(Texts::json)))
        .update();
    heads.keep(new ObjectChange(ObjectChange.Type.ADDED, object));
    return object;
  }

  /** What may be different in an object. */
  record Body(JsonNode metadata, JsonNode spec, Optional<JsonNode> status) {}

  /** Changes an object under the next version. */
  StoredObject change(StoredObject before, Body body) {
    long generation =
        before.spec().equals(body.spec()) ? before.generation() : before.generation() + 1;
    StoredObject after =
        new StoredObject(
            before.key(),
            before.uid(),
            heads.next(before.key().cluster()),
            generation,
            before.createdAt(),
            body.metadata(),
            body.spec(),
            body.status(),
            before.run());
    sql.statement(
            """
            update autopilot_objects
            set version = :version, generation = :generation, metadata = :metadata::jsonb,
              spec = :spec::jsonb, status = :status::jsonb
            where uid = :uid
            """)
        .param("uid", after.uid())
        .param("version", after.version())
        .param("generation", generation)
        .param("metadata", Texts.json(body.metadata()))
        .param("spec", Texts.json(body.spec()))
        .param("status", Sql.orNull(body.status().map(Texts::json)))
        .update();
    heads.keep(new ObjectChange(ObjectChange.Type.MODIFIED, after));
    return after;
  }

  /** Shows another status. */
  StoredObject show(StoredObject before, JsonNode status) {
    return change(before, new Body(before.metadata(), before.spec(), Optional.of(status)));
  }

  /** Removes an object; what it was, under the version of its end. */
  StoredObject remove(StoredObject object) {
    StoredObject last =
        new StoredObject(
            object.key(),
            object.uid(),
            heads.next(object.key().cluster()),
            object.generation(),
            object.createdAt(),
            object.metadata(),
            object.spec(),
            object.status(),
            object.run());
    sql.statement("delete from autopilot_objects where uid = :uid")
        .param("uid", object.uid())
        .update();
    heads.keep(new ObjectChange(ObjectChange.Type.DELETED, last));
    return last;
  }

  /** To be done last in each transaction that writes. */
  void trim(ClusterName cluster) {
    heads.trim(cluster);
  }
}
