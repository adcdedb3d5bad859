package dev.muster.records.nodes;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes, as a cycle visits them: narrow, and in bulk. */
public final class NodeVisits {

  private final Sql sql;

  public NodeVisits(Sql sql) {
    this.sql = sql;
  }

  /** Sorted by id. A node that vanished is among them as long as its agent may have an action. */
  public List<NodeVisit> of(ClusterName cluster, NodeSelection selection) {
    Query query = visits(cluster);
    switch (selection) {
      case NodeSelection.All() -> {}
      case NodeSelection.Named(List<NodeId> nodes) ->
          query.and("id = any(:ids)").with("ids", ArrayValue.texts(nodes, NodeId::value));
      case NodeSelection.Range(NodeId from, NodeId to) ->
          query.and("id between :from and :to").with("from", from.value()).with("to", to.value());
    }
    return query.list(sql, NodeVisits::read);
  }

  /**
   * The nodes where something is going to happen without our doing: those whose agent may have an
   * unfinished action, and those that settle. Few settle, and open runs may be many, so those are
   * found first.
   */
  public List<NodeVisit> toWatch(ClusterName cluster) {
    return visits(cluster)
        .and(
            """
            id in (
              with settling as materialized (
                select run, node from stage_nodes
                where state = 'RUNNING' and settling_since is not null
              )
              select a.node from actions a
              where a.cluster = :cluster and a.finished_at is null and a.executor = 'AGENT'
                and (a.sent_at is not null or a.state = any(:onAgent))
              union all
              select n.node from settling n join runs r on r.id = n.run
              where r.cluster = :cluster and r.finished_at is null)\
            """)
        .list(sql, NodeVisits::read);
  }

  /** Of each node, the unfinished actions that its agent may have. */
  public Map<NodeId, Set<ActionId>> mayHave(ClusterName cluster, Collection<NodeId> nodes) {
    Map<NodeId, Set<ActionId>> byNode = new HashMap<>();
    sql.statement(
            """
            select id, node from actions
            where cluster = :cluster and finished_at is null and node = any(:nodes)
              and executor = 'AGENT' and (sent_at is not null or state = any(:onAgent))
            """)
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(nodes, NodeId::value))
        .param("onAgent", ArrayValue.texts(ActionState.ON_AGENT, ActionState::name))
        .query(
            Row.mapper(row ->
                byNode
                    .computeIfAbsent(new NodeId(row.text("node")), node -> new HashSet<>())
                    .add(new ActionId(row.uuid("id")))))
        .list();
    return byNode;
  }

  /** Nodes whose agent may have an unfinished action of the run, and speaks one of these. */
  public List<NodeId> withWorkOf(RunId run, Collection<String> protocols) {
    return sql.statement(
            """
            select distinct n.id from actions a join nodes n on n.cluster = a.cluster and n.id = a.node
            where a.run = :run and a.finished_at is null and a.executor = 'AGENT'
              and (a.sent_at is not null or a.state = any(:onAgent)) and n.protocol = any(:protocols)
            order by n.id
            """)
        .param("run", run.value())
        .param("onAgent", ArrayValue.texts(ActionState.ON_AGENT, ActionState::name))
        .param("protocols", ArrayValue.texts(protocols, name -> name))
        .query(Row.mapper(row -> new NodeId(row.text("id"))))
        .list();
  }

  /** Why those of the nodes that vanished did, in a few words. */
  public Map<NodeId, String> whyVanished(ClusterName cluster, Collection<NodeId> nodes) {
    Map<NodeId, String> why = new HashMap<>();
    sql.statement(
            """
            select id, vanished_why from nodes
            where cluster = :cluster and id = any(:ids) and vanished_why is not null
            """)
        .param("cluster", cluster.value())
        .param("ids", ArrayValue.texts(nodes, NodeId::value))
        .query(Row.mapper(row -> why.put(new NodeId(row.text("id")), row.text("vanished_why"))))
        .list();
    return why;
  }

  /** How every node of the cluster was at the last visit. */
  public Map<NodeId, NodeStatus> statuses(ClusterName cluster) {
    Map<NodeId, NodeStatus> statuses = new HashMap<>();
    sql.statement(
            "select id, %s as status from nodes where cluster = :cluster"
                .formatted(NodeStanding.STATUS))
        .param("cluster", cluster.value())
        .query(
            Row.mapper(row ->
                statuses.put(new NodeId(row.text("id")), NodeStatus.valueOf(row.text("status")))))
        .list();
    return statuses;
  }

  /** All nodes by their ids in order, in ranges of at most {@code size}. */
  public List<NodeSelection.Range> ranges(ClusterName cluster, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size of a range: %d (expected: >= 1)".formatted(size));
    }
    return sql.statement(
            """
            select min(id) as first, max(id) as last
            from (select id, (row_number() over (order by id) - 1) / :size as part
                  from nodes where cluster = :cluster) as numbered
            group by part order by part
            """)
        .param("cluster", cluster.value())
        .param("size", size)
        .query(
            Row.mapper(row ->
                new NodeSelection.Range(
                    new NodeId(row.text("first")), new NodeId(row.text("last")))))
        .list();
  }

  private static Query visits(ClusterName cluster) {
    return new Query(
            """
            select id, agent_address, protocol, %s as status, up_since, cursor, agent_epoch,
              facts_fingerprint, seen_at, last_error, error_since, error_cycles, added_at
            from nodes\
            """
                .formatted(NodeStanding.STATUS))
        .and("cluster = :cluster")
        .with("cluster", cluster.value())
        .and(
            """
            (vanished_at is null or exists (
              select from actions a
              where a.cluster = nodes.cluster and a.node = nodes.id and a.finished_at is null
                and a.executor = 'AGENT' and (a.sent_at is not null or a.state = any(:onAgent))))\
            """)
        .with("onAgent", ArrayValue.texts(ActionState.ON_AGENT, ActionState::name))
        .then("order by id");
  }

  private static NodeVisit read(Row row) throws SQLException {
    return new NodeVisit(
        new NodeId(row.text("id")),
        row.text("agent_address"),
        row.text("protocol"),
        NodeStatus.valueOf(row.text("status")),
        row.optionalInstant("up_since"),
        new NodeVisit.Known(
            row.number("cursor"),
            row.optionalUuid("agent_epoch"),
            row.integer("facts_fingerprint")),
        row.optionalInstant("seen_at"),
        VisitFailures.of(row),
        row.instant("added_at"));
  }
}
