package dev.muster.records.policies;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.policy.HealthDecision.InWork;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** When members of which clusters are to be looked at, and what became of that. */
public final class HealthLooks {

  /** Looked at in one turn. */
  private static final int MOST_DUE = 500;

  private static final int MOST_IN_WORK = 50;

  private final Sql sql;

  public HealthLooks(Sql sql) {
    this.sql = sql;
  }

  /** The health policy of a cluster, which has at most one. */
  public record LookKey(ClusterName cluster, UUID policy) {}

  /**
   * A look that is due.
   *
   * @param by who attached the policy
   */
  public record DueLook(LookKey key, Binding binding, Instant due, String by) {}

  /** Those that are due, the longest due first. A policy that was just attached is due at once. */
  public List<LookKey> due(Instant now) {
    return new Query(
            """
            select b.cluster, b.policy
            from policies p join policy_bindings b on b.policy = p.id\
            """)
        .and("p.type = 'health'")
        .and("b.enabled")
        .and("(b.look_at is null or b.look_at <= :now)")
        .with("now", Sql.at(now))
        .with("most", MOST_DUE)
        .then("order by b.look_at nulls first limit :most")
        .list(sql, HealthLooks::key);
  }

  /**
   * The look, which nobody else makes until the transaction ends; empty if it is not due any more,
   * or somebody else has it in hand.
   */
  public Optional<DueLook> locked(LookKey key, Instant now) {
    return new Query(
            """
            select b.cluster, b.policy, p.name, p.type, p.properties, b.priority, b.enabled,
              b.last_op, b.attached_by, coalesce(b.look_at, b.attached_at) as due
            from policies p join policy_bindings b on b.policy = p.id\
            """)
            .and("b.cluster = :cluster")
            .and("b.policy = :policy")
            .and("b.enabled")
            .and("(b.look_at is null or b.look_at <= :now)")
            .with("cluster", key.cluster().value())
            .with("policy", key.policy())
            .with("now", Sql.at(now))
            .then("for update of b skip locked")
            .list(sql, HealthLooks::look)
            .stream()
            .findFirst();
  }

  /** Unfinished actions on the cluster itself that wait for no person and no other action. */
  public List<InWork> inWork(ClusterName cluster) {
    return sql.statement(
            """
            select id, kind from actions
            where cluster = :cluster and node is null and finished_at is null
              and state not in ('PENDING_APPROVE', 'WAITING')
            order by created_at, id limit :most
            """)
        .param("cluster", cluster.value())
        .param("most", MOST_IN_WORK)
        .query(
            Row.mapper(
                row -> new InWork(new ActionId(row.uuid("id")), new ActionKind(row.text("kind")))))
        .list();
  }

  /**
   * Keeps what became of a look that was due.
   *
   * @param action that looks, if one does
   */
  public void keep(
      LookKey key, Instant at, String why, Optional<ActionId> action, Optional<Instant> next) {
    sql.statement(
            """
            update policy_bindings
            set look_at = :next, looked_at = :at, looked_why = :why,
              look_action = coalesce(:action, look_action)
            where cluster = :cluster and policy = :policy
            """)
        .param("next", Sql.orNull(next))
        .param("at", Sql.at(at))
        .param("why", Texts.clean(why))
        .param("action", Sql.orNull(action.map(ActionId::value)))
        .param("cluster", key.cluster().value())
        .param("policy", key.policy())
        .update();
  }

  private static LookKey key(Row row) throws SQLException {
    return new LookKey(new ClusterName(row.text("cluster")), row.uuid("policy"));
  }

  private static DueLook look(Row row) throws SQLException {
    return new DueLook(
        key(row),
        new Binding(
            row.text("name"),
            PolicyTypes.orUnknown(row.text("type")),
            row.json("properties"),
            row.integer("priority"),
            row.flag("enabled"),
            row.optionalInstant("last_op")),
        row.instant("due"),
        row.text("attached_by"));
  }
}
