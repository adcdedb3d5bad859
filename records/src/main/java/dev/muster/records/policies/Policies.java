package dev.muster.records.policies;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.PolicyDocument;
import dev.muster.domain.policy.PolicyName;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The policies. What one of them says never changes; its name may. */
public final class Policies {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);
  private static final int SHOWN = 10;

  private static final String SELECT =
      """
      select id, name, description, type, properties, created_at, created_by, changed_at,
        changed_by
      from policies\
      """;

  private final Sql sql;

  public Policies(Sql sql) {
    this.sql = sql;
  }

  /** Stores a policy, unless there is one of the name; key: the name. */
  public PolicyStoring store(PolicyDocument document, PolicyRecord.Written by) {
    return sql.transaction(() -> {
      lockName(document.name());
      int made =
          sql.statement(
                  """
                  insert into policies
                    (id, name, description, type, properties, created_at, created_by, changed_at,
                    changed_by)
                  values (:id, :name, :description, :type, :properties::jsonb, :at, :by, :at, :by)
                  on conflict (name) do nothing
                  """)
              .param("id", UUID.randomUUID())
              .param("name", document.name().value())
              .param("description", Texts.clean(document.description()))
              .param("type", document.type().type())
              .param("properties", Texts.json(document.properties()))
              .param("at", Sql.at(by.at()))
              .param("by", Texts.clean(by.by()))
              .update();
      PolicyRecord there = find(document.name().value()).orElseThrow();
      if (made == 1) {
        return new PolicyStoring.Kept(there);
      }
      return isSame(there, document)
          ? new PolicyStoring.Same(there)
          : new PolicyStoring.Taken(there);
    });
  }

  /** Numbers and the order of fields are compared as the database keeps them. */
  private boolean isSame(PolicyRecord there, PolicyDocument document) {
    return sql.statement(
            """
            select type = :type and description = :description
              and properties = :properties::jsonb as same
            from policies where id = :id
            """)
        .param("type", document.type().type())
        .param("description", Texts.clean(document.description()))
        .param("properties", Texts.json(document.properties()))
        .param("id", there.id())
        .query(Row.mapper(row -> row.flag("same")))
        .single();
  }

  /**
   * By id or by name.
   *
   * @param reference what somebody called it; ids come before names
   */
  public Optional<PolicyRecord> find(String reference) {
    Query query = new Query(SELECT).with("name", reference);
    if (ID.matcher(reference).matches()) {
      query.and("(id = :id or name = :name)").with("id", UUID.fromString(reference));
    } else {
      query.and("name = :name");
    }
    return query.then("order by name = :name limit 1").list(sql, Policies::read).stream()
        .findFirst();
  }

  /**
   * By name; the marker is the last name of the page before.
   *
   * @param type only those of it
   */
  public Page<PolicyRecord> list(Optional<String> type, PageRequest page) {
    List<PolicyRecord> rows =
        new Query(SELECT)
            .and("type = :type", "type", type)
            .and("name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by name limit :limit")
            .list(sql, Policies::read);
    return Page.of(rows, page, PolicyRecord::name);
  }

  /** Gives a policy another name. */
  public PolicyStoring rename(String reference, PolicyName name, PolicyRecord.Written by) {
    return sql.transaction(() -> {
      Optional<PolicyRecord> found = find(reference);
      if (found.isEmpty()) {
        return new PolicyStoring.NoPolicy();
      }
      if (found.get().name().equals(name)) {
        return new PolicyStoring.Same(found.get());
      }
      lockName(name);
      Optional<PolicyRecord> other = named(name);
      if (other.isPresent()) {
        return new PolicyStoring.Taken(other.get());
      }
      sql.statement(
              "update policies set name = :name, changed_at = :at, changed_by = :by where id = :id")
          .param("name", name.value())
          .param("at", Sql.at(by.at()))
          .param("by", Texts.clean(by.by()))
          .param("id", found.get().id())
          .update();
      return named(name)
          .<PolicyStoring>map(PolicyStoring.Kept::new)
          .orElseGet(PolicyStoring.NoPolicy::new);
    });
  }

  /** Removes a policy that no cluster has. */
  public PolicyRemoval remove(String reference) {
    return sql.transaction(() -> {
      Optional<PolicyRecord> known = find(reference);
      known.map(PolicyRecord::name).ifPresent(this::lockName);
      Optional<PolicyRecord> found = known.filter(this::lock);
      if (found.isEmpty()) {
        return new PolicyRemoval.Unknown();
      }
      List<ClusterName> clusters = clustersOf(found.get());
      if (!clusters.isEmpty()) {
        return new PolicyRemoval.InUse(clusters);
      }
      sql.statement("delete from policies where id = :id").param("id", found.get().id()).update();
      return new PolicyRemoval.Gone(found.get());
    });
  }

  private List<ClusterName> clustersOf(PolicyRecord policy) {
    return sql.statement(
            "select cluster from policy_bindings where policy = :id order by cluster limit :limit")
        .param("id", policy.id())
        .param("limit", SHOWN)
        .query(Row.mapper(row -> new ClusterName(row.text("cluster"))))
        .list();
  }

  /** Whether it is there still; if so, nobody attaches it until the transaction ends. */
  private boolean lock(PolicyRecord policy) {
    return sql.statement("select 1 from policies where id = :id for update")
        .param("id", policy.id())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  /** Two who give the same name, or remove what has it, take turns. */
  private void lockName(PolicyName name) {
    sql.statement("select pg_advisory_xact_lock(hashtextextended(:key, 0)) is null as locked")
        .param("key", "muster/policy/" + name)
        .query(Row.mapper(row -> row.flag("locked")))
        .single();
  }

  private Optional<PolicyRecord> named(PolicyName name) {
    return new Query(SELECT)
        .and("name = :name").with("name", name.value()).list(sql, Policies::read).stream()
            .findFirst();
  }

  private static PolicyRecord read(Row row) throws SQLException {
    return new PolicyRecord(
        row.uuid("id"),
        new PolicyName(row.text("name")),
        row.text("description"),
        row.text("type"),
        row.json("properties"),
        new PolicyRecord.Written(row.instant("created_at"), row.text("created_by")),
        new PolicyRecord.Written(row.instant("changed_at"), row.text("changed_by")));
  }
}
