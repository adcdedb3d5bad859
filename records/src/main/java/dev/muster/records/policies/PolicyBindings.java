package dev.muster.records.policies;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.policy.Policy;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.records.policies.BindingRecord.Enabled;
import dev.muster.records.policies.BindingRecord.Look;
import dev.muster.records.policies.BindingRecord.Terms;
import dev.muster.records.policies.PolicyRecord.Written;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Which clusters have which policies. */
public final class PolicyBindings {

  /** Of one cluster. */
  public static final int MOST = 50;

  private static final String SELECT =
      """
      select b.cluster, b.policy, p.name, p.type, b.priority, b.enabled, b.last_op, b.attached_at,
        b.attached_by, b.changed_at, b.changed_by, b.look_at, b.looked_at, b.looked_why, b.look_action
      from policy_bindings b join policies p on p.id = b.policy\
      """;

  private final Sql sql;

  public PolicyBindings(Sql sql) {
    this.sql = sql;
  }

  /**
   * All policies of a cluster, for who asks them: one query. One whose type this version does not
   * know is there, and objects to everything.
   */
  public List<Binding> of(ClusterName cluster) {
    return new Query(
            """
            select p.name, p.type, p.properties, b.priority, b.enabled, b.last_op
            from policy_bindings b join policies p on p.id = b.policy\
            """)
        .and("b.cluster = :cluster")
        .with("cluster", cluster.value())
        .then("order by b.priority, p.name")
        .list(
            sql,
            row ->
                new Binding(
                    row.text("name"),
                    PolicyTypes.orUnknown(row.text("type")),
                    row.json("properties"),
                    row.integer("priority"),
                    row.flag("enabled"),
                    row.optionalInstant("last_op")));
  }

  /**
   * Writes that an action has ended which these concerned. For the transaction in which it ends;
   * writing it again changes nothing, and no time goes back.
   */
  public void ended(ClusterName cluster, List<Binding> concerned, Instant at) {
    if (concerned.isEmpty()) {
      return;
    }
    sql.statement(
            """
            update policy_bindings b set last_op = greatest(b.last_op, :at)
            from policies p
            where p.id = b.policy and b.cluster = :cluster and p.name = any (:names)
            """)
        .param("at", Sql.at(at))
        .param("cluster", cluster.value())
        .param("names", ArrayValue.texts(concerned, Binding::name))
        .update();
  }

  /** Attaches a policy; key: cluster and policy. */
  public Attachment attach(
      ClusterName cluster, String policy, UnaryOperator<Terms> terms, Written by) {
    return sql.transaction(() -> {
      if (!lock(cluster)) {
        return new Attachment.NoCluster();
      }
      Optional<PolicyRecord> found = new Policies(sql).find(policy).filter(this::stays);
      if (found.isEmpty()) {
        return new Attachment.NoPolicy();
      }
      Optional<BindingRecord> known = find(cluster, found.get().id().toString());
      if (known.isPresent()) {
        return new Attachment.There(known.get());
      }
      Optional<Policy> type = PolicyTypes.of(found.get().type());
      if (type.isEmpty()) {
        return new Attachment.UnknownType(found.get().type());
      }
      return whyNot(cluster, type.get())
          .orElseGet(() -> {
            insert(
                cluster,
                found.get(),
                terms.apply(new Terms(type.get().priority(), Enabled.YES)),
                by);
            return new Attachment.Made(find(cluster, found.get().id().toString()).orElseThrow());
          });
    });
  }

  private Optional<Attachment> whyNot(ClusterName cluster, Policy type) {
    List<BindingRecord> others = list(cluster, new PageRequest(MOST, Optional.empty())).items();
    if (others.size() >= MOST) {
      return Optional.of(new Attachment.TooMany(MOST));
    }
    return others.stream()
        .filter(other -> type.isSingle() && other.policy().type().equals(type.type()))
        .findFirst()
        .map(other -> new Attachment.OneOfType(other.policy().name(), type.type()));
  }

  private void insert(ClusterName cluster, PolicyRecord policy, Terms terms, Written by) {
    sql.statement(
            """
            insert into policy_bindings
              (cluster, policy, priority, enabled, attached_at, attached_by, changed_at, changed_by)
            values (:cluster, :policy, :priority, :enabled, :at, :by, :at, :by)
            """)
        .param("cluster", cluster.value())
        .param("policy", policy.id())
        .param("priority", terms.priority())
        .param("enabled", terms.enabled() == Enabled.YES)
        .param("at", Sql.at(by.at()))
        .param("by", Texts.clean(by.by()))
        .update();
  }

  /**
   * Of one cluster.
   *
   * @param policy by id or by name
   */
  public Optional<BindingRecord> find(ClusterName cluster, String policy) {
    return new Policies(sql)
        .find(policy)
        .flatMap(found ->
            new Query(SELECT)
                    .and("b.cluster = :cluster")
                    .and("b.policy = :policy")
                    .with("cluster", cluster.value())
                    .with("policy", found.id())
                    .list(sql, PolicyBindings::read)
                    .stream()
                    .findFirst());
  }

  /** In the order of the policies' names; the marker is the last name of the page before. */
  public Page<BindingRecord> list(ClusterName cluster, PageRequest page) {
    List<BindingRecord> rows =
        new Query(SELECT)
            .and("b.cluster = :cluster")
            .with("cluster", cluster.value())
            .and("p.name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by p.name limit :limit")
            .list(sql, PolicyBindings::read);
    return Page.of(rows, page, row -> row.policy().name());
  }

  /** Changes priority, or whether it is asked; empty if the cluster does not have the policy. */
  public Optional<BindingRecord> change(
      ClusterName cluster, String policy, UnaryOperator<Terms> terms, Written by) {
    return sql.transaction(() -> {
      Optional<BindingRecord> found =
          lock(cluster) ? find(cluster, policy) : Optional.<BindingRecord>empty();
      if (found.isEmpty()) {
        return found;
      }
      Terms after = terms.apply(found.get().terms());
      sql.statement(
              """
              update policy_bindings
              set priority = :priority, enabled = :enabled, changed_at = :at, changed_by = :by
              where cluster = :cluster and policy = :policy
              """)
          .param("priority", after.priority())
          .param("enabled", after.enabled() == Enabled.YES)
          .param("at", Sql.at(by.at()))
          .param("by", Texts.clean(by.by()))
          .param("cluster", cluster.value())
          .param("policy", found.get().policy().id())
          .update();
      return find(cluster, found.get().policy().id().toString());
    });
  }

  /** Detaches a policy; what was attached, empty if nothing was. */
  public Optional<BindingRecord> detach(ClusterName cluster, String policy) {
    return sql.transaction(() -> {
      Optional<BindingRecord> found = find(cluster, policy);
      found.ifPresent(binding ->
          sql.statement("delete from policy_bindings where cluster = :cluster and policy = :policy")
              .param("cluster", cluster.value())
              .param("policy", binding.policy().id())
              .update());
      return found;
    });
  }

  /** Whether there is such a cluster; if so, nobody else attaches to it meanwhile. */
  private boolean lock(ClusterName cluster) {
    sql.statement("select pg_advisory_xact_lock(hashtextextended(:key, 0)) is null as locked")
        .param("key", "muster/bindings/" + cluster)
        .query(Row.mapper(row -> row.flag("locked")))
        .single();
    return sql.statement("select 1 from clusters where name = :name for key share")
        .param("name", cluster.value())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  /** Whether it is there still; if so, nobody removes it until the transaction ends. */
  private boolean stays(PolicyRecord policy) {
    return sql.statement("select 1 from policies where id = :id for key share")
        .param("id", policy.id())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private static BindingRecord read(Row row) throws SQLException {
    return new BindingRecord(
        new ClusterName(row.text("cluster")),
        new BindingRecord.PolicyKey(
            row.uuid("policy"), new PolicyName(row.text("name")), row.text("type")),
        new Terms(row.integer("priority"), Enabled.of(row.flag("enabled"))),
        row.optionalInstant("last_op"),
        new Look(
            row.optionalInstant("look_at"),
            row.optionalInstant("looked_at"),
            row.optionalText("looked_why"),
            row.optionalUuid("look_action").map(ActionId::new)),
        new Written(row.instant("attached_at"), row.text("attached_by")),
        new Written(row.instant("changed_at"), row.text("changed_by")));
  }
}
