package dev.muster.records.discoveries;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.WantedNode;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Writes the nodes of one discovery, each sort of change in one statement, however many nodes. */
final class DiscoveredNodes {

  private static final String WANTED =
      "unnest(:ids, :agents, :roles, :labels) as w (id, agent, role, labels)";

  private final Sql sql;
  private final DiscoveryKey key;
  private final Instant now;

  DiscoveredNodes(Sql sql, DiscoveryKey key, Instant now) {
    this.sql = sql;
    this.key = key;
    this.now = now;
  }

  void add(List<WantedNode> nodes) {
    if (!nodes.isEmpty()) {
      wanted(
              """
              insert into nodes
                (cluster, id, agent_address, protocol, role, labels, added_at, added_by, discovery)
              select :cluster, w.id, w.agent, :protocol, w.role, w.labels, :at, :by, :name
              from %s
              """,
              nodes)
          .param("protocol", AgentProtocol.MUSTER_AGENT_V1.id())
          .param("at", Sql.at(now))
          .param("by", "discovery " + key.name())
          .update();
    }
  }

  void change(List<WantedNode> nodes) {
    if (!nodes.isEmpty()) {
      wanted(
              """
              update nodes n
              set agent_address = w.agent, role = w.role, labels = w.labels
              from %s
              where n.cluster = :cluster and n.id = w.id and n.discovery = :name
              """,
              nodes)
          .update();
    }
  }

  /** The same nodes as before, with their history; how they are is asked anew. */
  void bringBack(List<WantedNode> nodes) {
    if (!nodes.isEmpty()) {
      wanted(
              """
              update nodes n
              set agent_address = w.agent, role = w.role, labels = w.labels, discovery = :name,
                vanished_at = null, vanished_why = null, status = 'UNKNOWN', status_reason = null,
                up_since = null, last_error = null, error_since = null, error_cycles = 0
              from %s
              where n.cluster = :cluster and n.id = w.id
              """,
              nodes)
          .update();
    }
  }

  void vanish(List<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      sql.statement(
              """
              update nodes set vanished_at = :at, vanished_why = :why
              where cluster = :cluster and discovery = :name and id = any(:ids)
              """)
          .param("at", Sql.at(now))
          .param("why", "discovery %s no longer names it".formatted(key.name()))
          .param("cluster", key.cluster().value())
          .param("name", key.name().value())
          .param("ids", ArrayValue.texts(nodes, NodeId::value))
          .update();
    }
  }

  /** Those of them that have nothing unfinished. */
  List<NodeId> remove(List<NodeId> nodes) {
    if (nodes.isEmpty()) {
      return List.of();
    }
    return sql.statement(
            """
            delete from nodes n
            where n.cluster = :cluster and n.discovery = :name and n.id = any(:ids)
              and n.vanished_at is not null
              and not exists (
                select from actions a
                where a.cluster = n.cluster and a.node = n.id and a.finished_at is null)
            returning n.id
            """)
        .param("cluster", key.cluster().value())
        .param("name", key.name().value())
        .param("ids", ArrayValue.texts(nodes, NodeId::value))
        .query(Row.mapper(row -> new NodeId(row.text("id"))))
        .list();
  }

  private StatementSpec wanted(String text, List<WantedNode> nodes) {
    String statement = text.formatted(WANTED);
    StatementSpec spec =
        sql.statement(statement)
            .param("cluster", key.cluster().value())
            .param("ids", ArrayValue.texts(nodes, WantedNode::id))
            .param("agents", ArrayValue.texts(nodes, node -> node.agent().value()))
            .param("roles", ArrayValue.optionalTexts(nodes, WantedNode::role))
            .param("labels", ArrayValue.jsons(nodes, WantedNode::labels));
    return spec.param("name", key.name().value());
  }
}
