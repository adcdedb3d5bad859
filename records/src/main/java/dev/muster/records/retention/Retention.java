package dev.muster.records.retention;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.retention.RetentionRule;
import dev.muster.domain.retention.RetentionRules;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The rules how long history is kept. */
public final class Retention {

  /** In the place of a cluster's name, in the rule of all. */
  private static final String ALL = "*";

  private final Sql sql;

  public Retention(Sql sql) {
    this.sql = sql;
  }

  /** Every rule that somebody made, that of all clusters first, then by name. */
  public List<StoredRule> list() {
    return new Query(
            """
            select cluster, runs_ms, at_least, audit_ms, exported_only, changed_at, changed_by
            from retention_rules\
            """)
        .then("order by cluster")
        .list(sql, Retention::read);
  }

  public RetentionRules rules() {
    Optional<RetentionRule> general = Optional.empty();
    Map<ClusterName, RetentionRule> clusters = new HashMap<>();
    for (StoredRule stored : list()) {
      if (stored.cluster().isPresent()) {
        clusters.put(stored.cluster().get(), stored.rule());
      } else {
        general = Optional.of(stored.rule());
      }
    }
    return new RetentionRules(general, clusters);
  }

  /**
   * Changes the rule of a cluster, or that of all. What a cluster has had so far is its own rule,
   * or that of all. Changes take turns.
   *
   * @return the rule as it is now
   */
  public StoredRule change(
      Optional<ClusterName> cluster, UnaryOperator<RetentionRule> change, String by, Instant at) {
    return sql.transaction(() -> {
      sql.statement("lock table retention_rules in share row exclusive mode").update();
      RetentionRule rule = change.apply(rules().of(cluster));
      sql.statement(
              """
              insert into retention_rules
                (cluster, runs_ms, at_least, audit_ms, exported_only, changed_at, changed_by)
              values (:cluster, :runs, :atLeast, :audit, :exported, :at, :by)
              on conflict (cluster) do update
              set runs_ms = excluded.runs_ms, at_least = excluded.at_least,
                audit_ms = excluded.audit_ms, exported_only = excluded.exported_only,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
              """)
          .param("cluster", name(cluster))
          .param("runs", Sql.orNull(rule.runs().time().map(Duration::toMillis)))
          .param("atLeast", rule.atLeast())
          .param("audit", Sql.orNull(rule.audit().time().map(Duration::toMillis)))
          .param("exported", rule.exportedOnly())
          .param("at", Sql.at(at))
          .param("by", Texts.clean(by))
          .update();
      return new StoredRule(cluster, rule, at, by);
    });
  }

  /** Takes the rule of a cluster away, or that of all; whether there was one. */
  public boolean unset(Optional<ClusterName> cluster) {
    return sql.statement("delete from retention_rules where cluster = :cluster")
            .param("cluster", name(cluster))
            .update()
        > 0;
  }

  /** Whether there is such a cluster, or history of one that is gone. */
  public boolean knows(ClusterName cluster) {
    return sql.statement(
            """
            select exists (select 1 from clusters where name = :cluster)
              or exists (select 1 from runs where cluster = :cluster)
              or exists (select 1 from actions where cluster = :cluster)
              or exists (select 1 from audit where cluster = :cluster)
            """)
        .param("cluster", cluster.value())
        .query(Boolean.class)
        .single();
  }

  private static String name(Optional<ClusterName> cluster) {
    return cluster.map(ClusterName::value).orElse(ALL);
  }

  private static StoredRule read(Row row) throws SQLException {
    String cluster = row.text("cluster");
    return new StoredRule(
        cluster.equals(ALL) ? Optional.empty() : Optional.of(new ClusterName(cluster)),
        new RetentionRule(
            kept(row, "runs_ms"),
            row.integer("at_least"),
            kept(row, "audit_ms"),
            row.flag("exported_only")),
        row.instant("changed_at"),
        row.text("changed_by"));
  }

  private static KeptFor kept(Row row, String column) throws SQLException {
    return new KeptFor(row.optionalNumber(column).map(Duration::ofMillis));
  }
}
