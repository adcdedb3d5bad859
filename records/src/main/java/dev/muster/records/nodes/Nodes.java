package dev.muster.records.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The nodes, as people and the API see them. */
public final class Nodes {

  private static final String SELECT =
      """
      select cluster, id, agent_address, protocol, role, labels, discovery, vanished_at,
        %s as status, coalesce(vanished_why, status_reason) as status_reason, up_since,
        seen_at, platform, agent_version, agent_epoch, attributes, kinds, last_error, error_since,
        error_cycles, added_at, added_by
      from nodes\
      """
          .formatted(NodeStanding.STATUS);

  private final Sql sql;

  public Nodes(Sql sql) {
    this.sql = sql;
  }

  /**
   * Adds a node or updates what was registered of it; key: cluster and id. One that vanished is
   * there again, of nobody's discovery, and how it is is asked anew.
   */
  public NodeRegistration register(NewNode node) {
    return sql.transaction(() -> {
      Optional<DiscoveryName> source = source(node.cluster(), node.id());
      if (source.isPresent()) {
        return new NodeRegistration.Discovered(source.get());
      }
      Optional<Boolean> made = upsert(node);
      if (made.isEmpty()) {
        return new NodeRegistration.NoCluster();
      }
      NodeRecord stored = find(node.cluster(), node.id()).orElseThrow();
      return made.get()
          ? new NodeRegistration.Created(stored)
          : new NodeRegistration.Updated(stored);
    });
  }

  public Optional<NodeRecord> find(ClusterName cluster, NodeId id) {
    return new Query(SELECT)
            .and("cluster = :cluster")
            .and("id = :id")
            .with("cluster", cluster.value())
            .with("id", id.value())
            .list(sql, Nodes::read)
            .stream()
            .findFirst();
  }

  /** By id; the marker is the last id of the page before. */
  public Page<NodeRecord> list(ClusterName cluster, NodeFilter filter, PageRequest page) {
    Optional<String> labels =
        filter.labels().isEmpty() ? Optional.empty() : Optional.of(Texts.json(filter.labels()));
    List<NodeRecord> rows =
        new Query(SELECT)
            .and("cluster = :cluster")
            .with("cluster", cluster.value())
            .and(NodeStanding.STATUS + " = :status", "status", filter.status())
            .and("role = :role", "role", filter.role())
            .and("labels @> :labels::jsonb", "labels", labels)
            .and("id > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by id limit :limit")
            .list(sql, Nodes::read);
    return Page.of(rows, page, NodeRecord::id);
  }

  /** Those of a cluster that are controllers of Kubernetes, by id, without the vanished. */
  public List<NodeRecord> controllers(ClusterName cluster) {
    return new Query(SELECT)
        .and("cluster = :cluster")
        .with("cluster", cluster.value())
        .and("role in ('controller', 'controller+worker')")
        .and("vanished_at is null")
        .then("order by id")
        .list(sql, Nodes::read);
  }

  /**
   * The cluster as playbooks are planned on it: without nodes that vanished, that nobody has
   * accepted, or that were revoked.
   */
  public PlanContext planContext(ClusterName cluster) {
    List<PlanContext.Candidate> candidates =
        sql.statement(
                """
                select id, agent_address, role, platform, labels, status
                from nodes where cluster = :cluster and vanished_at is null and not exists (
                  select from agent_credentials c
                  where c.cluster = nodes.cluster and c.node = nodes.id and c.state <> 'ACCEPTED')
                order by id
                """)
            .param("cluster", cluster.value())
            .query(Row.mapper(Nodes::readCandidate))
            .list();
    return new PlanContext(cluster, candidates);
  }

  /**
   * Removes a node that has no unfinished actions, or whose agent does not answer, or that
   * vanished: cycles end those with the reason. One that a discovery names is not removed, because
   * that would add it again.
   */
  public NodeRemoval remove(ClusterName cluster, NodeId id) {
    return sql.transaction(() -> {
      Optional<DiscoveryName> source = source(cluster, id);
      if (source.isPresent()) {
        return new NodeRemoval.Discovered(source.get());
      }
      Optional<NodeStatus> status =
          sql.statement(
                  "select %s as status from nodes where cluster = :cluster and id = :id for update"
                      .formatted(NodeStanding.STATUS))
              .param("cluster", cluster.value())
              .param("id", id.value())
              .query(Row.mapper(row -> NodeStatus.valueOf(row.text("status"))))
              .optional();
      if (status.isEmpty()) {
        return new NodeRemoval.NotFound();
      }
      if (isMember(cluster, id)) {
        return new NodeRemoval.IsMember();
      }
      int unfinished = isBeyondReach(status.get()) ? 0 : unfinished(cluster, id);
      if (unfinished > 0) {
        return new NodeRemoval.Refused(unfinished);
      }
      sql.statement("delete from nodes where cluster = :cluster and id = :id")
          .param("cluster", cluster.value())
          .param("id", id.value())
          .update();
      return new NodeRemoval.Removed();
    });
  }

  private boolean isMember(ClusterName cluster, NodeId id) {
    return sql.statement(
            "select exists (select from members where cluster = :cluster and node = :id) as found")
        .param("cluster", cluster.value())
        .param("id", id.value())
        .query(Row.mapper(row -> row.flag("found")))
        .single();
  }

  private static boolean isBeyondReach(NodeStatus status) {
    return status == NodeStatus.UNREACHABLE || status == NodeStatus.VANISHED;
  }

  /** The discovery that names a node now, if one does; nobody changes that in this transaction. */
  private Optional<DiscoveryName> source(ClusterName cluster, NodeId id) {
    return sql.statement(
            """
            select discovery from nodes
            where cluster = :cluster and id = :id and discovery is not null
              and vanished_at is null
            for update
            """)
        .param("cluster", cluster.value())
        .param("id", id.value())
        .query(Row.mapper(row -> new DiscoveryName(row.text("discovery"))))
        .optional();
  }

  /** Whether it was new; empty if there is no such cluster. */
  private Optional<Boolean> upsert(NewNode node) {
    return sql.statement(
            """
            insert into nodes as n
              (cluster, id, agent_address, protocol, role, labels, added_at, added_by)
            select c.name, :id, :agent, :protocol, :role::text, :labels::jsonb, :at, :by
            from clusters c where c.name = :cluster for key share
            on conflict (cluster, id) do update
            set agent_address = excluded.agent_address, protocol = excluded.protocol,
              role = excluded.role, labels = excluded.labels, discovery = null,
              status = case when n.vanished_at is null then n.status else 'UNKNOWN' end,
              status_reason = case when n.vanished_at is null then n.status_reason end,
              up_since = case when n.vanished_at is null then n.up_since end,
              last_error = case when n.vanished_at is null then n.last_error end,
              error_since = case when n.vanished_at is null then n.error_since end,
              error_cycles = case when n.vanished_at is null then n.error_cycles else 0 end,
              vanished_at = null, vanished_why = null
            returning n.xmax = 0 as made
            """)
        .param("cluster", node.cluster().value())
        .param("id", node.id().value())
        .param("agent", node.agent())
        .param("protocol", node.protocol().id())
        .param("role", Sql.orNull(node.role().map(Texts::clean)))
        .param("labels", Texts.json(node.labels()))
        .param("at", Sql.at(node.at()))
        .param("by", Texts.clean(node.by()))
        .query(Row.mapper(row -> row.flag("made")))
        .optional();
  }

  private int unfinished(ClusterName cluster, NodeId id) {
    return sql.statement(
            """
            select count(*) from actions
            where cluster = :cluster and node = :id and finished_at is null
            """)
        .param("cluster", cluster.value())
        .param("id", id.value())
        .query(Integer.class)
        .single();
  }

  private static PlanContext.Candidate readCandidate(Row row) throws SQLException {
    String agent = row.text("agent_address");
    return new PlanContext.Candidate(
        new NodeId(row.text("id")),
        Optional.ofNullable(URI.create(agent).getHost()).orElse(agent),
        row.optionalText("role"),
        row.optionalText("platform"),
        row.textMap("labels"),
        NodeStatus.valueOf(row.text("status")));
  }

  private static NodeRecord read(Row row) throws SQLException {
    return new NodeRecord(
        new ClusterName(row.text("cluster")),
        new NodeId(row.text("id")),
        new NodeRecord.Registered(
            row.text("agent_address"),
            row.text("protocol"),
            row.optionalText("role"),
            row.textMap("labels"),
            row.optionalText("discovery").map(DiscoveryName::new)),
        new NodeRecord.Seen(
            NodeStatus.valueOf(row.text("status")),
            row.optionalText("status_reason"),
            row.optionalInstant("up_since"),
            row.optionalInstant("seen_at"),
            row.optionalInstant("vanished_at")),
        new NodeRecord.Facts(
            row.optionalText("platform"),
            row.optionalText("agent_version"),
            row.optionalUuid("agent_epoch"),
            row.textMap("attributes"),
            row.texts("kinds")),
        VisitFailures.of(row),
        row.instant("added_at"),
        row.text("added_by"));
  }
}
