package dev.muster.records.discoveries;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Adds, finds, changes and removes discoveries, as people do. */
public final class Discoveries {

  /** Of one cluster. */
  public static final int MOST = 50;

  private static final String SELECT =
      """
      select cluster, name, kind, location, rules, created_at, created_by, changed_at, changed_by,
        read_at, good_at, nodes, notes, error, error_since, held, confirmed
      from discoveries\
      """;

  private final Sql sql;

  public Discoveries(Sql sql) {
    this.sql = sql;
  }

  /** What somebody may change of a discovery. */
  public record Definition(DiscoverySource source, DiscoveryRules rules) {}

  /** Makes a discovery, unless there is one of the name; key: cluster and name. */
  public DiscoveryCreation create(NewDiscovery discovery) {
    return sql.transaction(() -> {
      ClusterName cluster = discovery.key().cluster();
      if (!lock(cluster)) {
        return new DiscoveryCreation.NoCluster();
      }
      Optional<DiscoveryRecord> known = find(discovery.key());
      if (known.isPresent()) {
        return new DiscoveryCreation.Existing(known.get());
      }
      if (list(cluster, PageRequest.FIRST).items().size() >= MOST) {
        return new DiscoveryCreation.TooMany(MOST);
      }
      sql.statement(
              """
              insert into discoveries
                (cluster, name, kind, location, rules, created_at, created_by, changed_at,
                changed_by)
              values (:cluster, :name, :kind, :location, :rules::jsonb, :at, :by, :at, :by)
              """)
          .param("cluster", cluster.value())
          .param("name", discovery.key().name().value())
          .param("kind", discovery.source().kind().word())
          .param("location", Texts.clean(discovery.source().location()))
          .param("rules", Texts.json(discovery.rules()))
          .param("at", Sql.at(discovery.at()))
          .param("by", Texts.clean(discovery.by()))
          .update();
      return new DiscoveryCreation.Created(find(discovery.key()).orElseThrow());
    });
  }

  public Optional<DiscoveryRecord> find(DiscoveryKey key) {
    return new Query(SELECT)
            .and("cluster = :cluster")
            .and("name = :name")
            .with("cluster", key.cluster().value())
            .with("name", key.name().value())
            .list(sql, Discoveries::read)
            .stream()
            .findFirst();
  }

  /** By name; the marker is the last name of the page before. */
  public Page<DiscoveryRecord> list(ClusterName cluster, PageRequest page) {
    List<DiscoveryRecord> rows =
        new Query(SELECT)
            .and("cluster = :cluster")
            .with("cluster", cluster.value())
            .and("name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by name limit :limit")
            .list(sql, Discoveries::read);
    return Page.of(rows, page, row -> row.key().name());
  }

  /** Of every cluster, for whoever reads them. */
  public List<DiscoveryRecord> all() {
    return new Query(SELECT).then("order by cluster, name").list(sql, Discoveries::read);
  }

  /** Changes what somebody asked for; what was read before holds. Empty if there is none. */
  public Optional<DiscoveryRecord> change(
      DiscoveryKey key, UnaryOperator<Definition> change, String by, Instant at) {
    return locked(
        key,
        found -> {
          Definition after = change.apply(new Definition(found.source(), found.rules()));
          sql.statement(
                  """
                  update discoveries
                  set kind = :kind, location = :location, rules = :rules::jsonb, confirmed = null,
                    changed_at = :at, changed_by = :by
                  where cluster = :cluster and name = :name
                  """)
              .param("kind", after.source().kind().word())
              .param("location", Texts.clean(after.source().location()))
              .param("rules", Texts.json(after.rules()))
              .param("at", Sql.at(at))
              .param("by", Texts.clean(by))
              .param("cluster", key.cluster().value())
              .param("name", key.name().value())
              .update();
          return find(key).orElseThrow();
        });
  }

  /**
   * Says that what is held may happen: it does with the next reading by which the same nodes
   * vanish. Empty if there is no such discovery, or if it holds something else.
   *
   * @param held the key of what is held
   */
  public Optional<DiscoveryRecord> confirm(DiscoveryKey key, String held, String by, Instant at) {
    return locked(
            key,
            found ->
                found
                    .standing()
                    .held()
                    .filter(now -> now.key().equals(held))
                    .flatMap(now -> confirmed(key, held, by, at)))
        .flatMap(result -> result);
  }

  private Optional<DiscoveryRecord> confirmed(
      DiscoveryKey key, String held, String by, Instant at) {
    sql.statement(
            """
            update discoveries
            set confirmed = :confirmed, changed_at = :at, changed_by = :by
            where cluster = :cluster and name = :name
            """)
        .param("confirmed", held)
        .param("at", Sql.at(at))
        .param("by", Texts.clean(by))
        .param("cluster", key.cluster().value())
        .param("name", key.name().value())
        .update();
    return find(key);
  }

  /** Removes a discovery; its nodes stay, as if somebody had added them. Whether there was one. */
  public boolean remove(DiscoveryKey key) {
    return locked(
            key,
            found -> {
              sql.statement(
                      """
                      update nodes set discovery = null
                      where cluster = :cluster and discovery = :name
                      """)
                  .param("cluster", key.cluster().value())
                  .param("name", key.name().value())
                  .update();
              return sql.statement(
                      "delete from discoveries where cluster = :cluster and name = :name")
                  .param("cluster", key.cluster().value())
                  .param("name", key.name().value())
                  .update();
            })
        .isPresent();
  }

  /** One transaction, in which nobody else writes nodes of the cluster's discoveries. */
  private <T> Optional<T> locked(DiscoveryKey key, Function<DiscoveryRecord, T> work) {
    return sql.transaction(() -> lock(key.cluster()) ? find(key).map(work) : Optional.empty());
  }

  private boolean lock(ClusterName cluster) {
    return lock(sql, cluster);
  }

  /**
   * Whether there is such a cluster; if so, none of its cycles writes until the transaction ends.
   */
  static boolean lock(Sql sql, ClusterName cluster) {
    return sql.statement("select 1 from clusters where name = :name for no key update")
        .param("name", cluster.value())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private static DiscoveryRecord read(Row row) throws SQLException {
    return new DiscoveryRecord(
        new DiscoveryKey(new ClusterName(row.text("cluster")), new DiscoveryName(row.text("name"))),
        new DiscoverySource(DiscoverySource.Kind.require(row.text("kind")), row.text("location")),
        row.json("rules", DiscoveryRules.class),
        new DiscoveryRecord.Written(row.instant("created_at"), row.text("created_by")),
        new DiscoveryRecord.Written(row.instant("changed_at"), row.text("changed_by")),
        standing(row));
  }

  private static DiscoveryStanding standing(Row row) throws SQLException {
    Optional<Instant> since = row.optionalInstant("error_since");
    return new DiscoveryStanding(
        row.optionalInstant("read_at"),
        row.optionalInstant("good_at"),
        row.integer("nodes"),
        Arrays.asList(row.json("notes", String[].class)),
        row.optionalText("error")
            .flatMap(why -> since.map(at -> new DiscoveryStanding.Trouble(why, at))),
        row.optionalJson("held", DiscoveryStanding.HeldBack.class),
        row.optionalText("confirmed"));
  }
}
