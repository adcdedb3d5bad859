package dev.muster.records.receivers;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Creator;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.receivers.ReceiverRecord.Use;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The receivers, by the hashes of their secrets. */
public final class Receivers {

  /** Of one cluster. */
  public static final int MOST = 200;

  private static final String SELECT =
      """
      select r.*, coalesce(n.sensitive, '{}') as node_sensitive
      from receivers r left join nodes n on n.cluster = r.cluster and n.id = r.node\
      """;

  private final Sql sql;

  public Receivers(Sql sql) {
    this.sql = sql;
  }

  /** Makes a receiver, unless there is one of the name; its secret is kept as its hash. */
  public ReceiverCreation create(NewReceiver receiver, AccessToken secret) {
    return sql.transaction(() -> {
      ClusterName cluster = receiver.key().cluster();
      if (!lock(cluster)) {
        return new ReceiverCreation.NoCluster();
      }
      if (find(receiver.key()).isPresent()) {
        return new ReceiverCreation.Taken();
      }
      if (count(cluster) >= MOST) {
        return new ReceiverCreation.TooMany(MOST);
      }
      insert(receiver, secret);
      return new ReceiverCreation.Created(find(receiver.key()).orElseThrow());
    });
  }

  /** Others who make one for the same cluster wait. */
  private boolean lock(ClusterName cluster) {
    return sql.statement("select 1 from clusters where name = :name for no key update")
        .param("name", cluster.value())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private long count(ClusterName cluster) {
    return sql.statement("select count(*) from receivers where cluster = :cluster")
        .param("cluster", cluster.value())
        .query(Long.class)
        .single();
  }

  private void insert(NewReceiver receiver, AccessToken secret) {
    ReceiverTerms terms = receiver.terms();
    sql.statement(
            """
            insert into receivers
              (id, cluster, name, node, action, parameters, hash, known_by, groups, created_at,
              created_by, expires_at)
            values (:id, :cluster, :name, :node, :action::jsonb, :parameters, :hash, :knownBy,
              :groups, :at, :by, :expires)
            """)
        .param("id", receiver.id())
        .param("cluster", receiver.key().cluster().value())
        .param("name", receiver.key().name().value())
        .param("node", Sql.orNull(terms.node().map(Object::toString)))
        .param("action", Texts.json(terms.action()))
        .param("parameters", ArrayValue.texts(terms.parameters(), Texts::clean))
        .param("hash", secret.hash())
        .param("knownBy", receiver.creator().by().name())
        .param("groups", ArrayValue.texts(receiver.creator().groups(), group -> group))
        .param("at", Sql.at(receiver.at()))
        .param("by", Texts.clean(receiver.creator().name()))
        .param("expires", Sql.orNull(terms.expiresAt()))
        .update();
  }

  /** The receiver that a secret opens, whether its time is over or not. */
  public Optional<ReceiverRecord> known(AccessToken secret) {
    return new Query(SELECT)
        .and("r.hash = :hash").with("hash", secret.hash()).list(sql, Receivers::read).stream()
            .findFirst();
  }

  public Optional<ReceiverRecord> find(ReceiverKey key) {
    return new Query(SELECT)
            .and("r.cluster = :cluster")
            .and("r.name = :name")
            .with("cluster", key.cluster().value())
            .with("name", key.name().value())
            .list(sql, Receivers::read)
            .stream()
            .findFirst();
  }

  /** Of all clusters that somebody may read, oldest first; so many at most. */
  public List<ReceiverRecord> seen(Sight sight, int most) {
    return new Query(SELECT)
        .and("r.cluster like any(:sight)", "sight", Seen.by(sight))
        .with("limit", most)
        .then("order by r.created_at, r.id limit :limit")
        .list(sql, Receivers::read);
  }

  /** By name; the marker is the last name of the page before. */
  public Page<ReceiverRecord> list(ClusterName cluster, PageRequest page) {
    List<ReceiverRecord> rows =
        new Query(SELECT)
            .and("r.cluster = :cluster")
            .with("cluster", cluster.value())
            .and("r.name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by r.name limit :limit")
            .list(sql, Receivers::read);
    return Page.of(rows, page, row -> row.key().name());
  }

  /** Keeps that it was used; false if it has just gone. */
  public boolean used(UUID receiver, Use use) {
    return sql.statement(
                """
                update receivers
                set triggered = triggered + 1, last_at = :at, last_from = :from,
                  last_action = :action
                where id = :id
                """)
            .param("at", Sql.at(use.at()))
            .param("from", Texts.clean(use.from()))
            .param("action", use.action().value())
            .param("id", receiver)
            .update()
        > 0;
  }

  /** Removes a receiver: its address opens nothing any more. Whether there was one. */
  public boolean remove(ReceiverKey key) {
    return sql.statement("delete from receivers where cluster = :cluster and name = :name")
            .param("cluster", key.cluster().value())
            .param("name", key.name().value())
            .update()
        > 0;
  }

  private static ReceiverRecord read(Row row) throws SQLException {
    NewActionRequest action = row.json("action", NewActionRequest.class);
    List<String> sensitive = row.texts("node_sensitive");
    return new ReceiverRecord(
        row.uuid("id"),
        new ReceiverKey(new ClusterName(row.text("cluster")), new ReceiverName(row.text("name"))),
        ReceiverTerms.of(
            row.optionalText("node").map(NodeId::new),
            action,
            row.texts("parameters"),
            row.optionalInstant("expires_at")),
        new Creator(
            row.text("created_by"),
            Creator.KnownBy.valueOf(row.text("known_by")),
            Set.copyOf(row.texts("groups"))),
        row.instant("created_at"),
        row.number("triggered"),
        last(row),
        sensitive.isEmpty()
            ? Masking.NONE
            : Masking.of(
                sensitive,
                WireFormat.JSON.createObjectNode().setAll(action.args().orElse(Map.of()))));
  }

  private static Optional<Use> last(Row row) throws SQLException {
    Optional<Instant> at = row.optionalInstant("last_at");
    return at.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Use(at.get(), row.text("last_from"), new ActionId(row.uuid("last_action"))));
  }
}
