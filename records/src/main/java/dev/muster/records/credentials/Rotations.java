package dev.muster.records.credentials;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** The steps by which tokens of agents are exchanged; each can be done again. */
public final class Rotations {

  private final Sql sql;

  public Rotations(Sql sql) {
    this.sql = sql;
  }

  /**
   * A rotation that somebody asked for.
   *
   * @param agent the agent's address
   */
  public record Due(
      ClusterName cluster, NodeId node, String agent, String protocol, Instant asked) {}

  /**
   * Asks for the next token of a node, or of all nodes of a cluster: of those that did not vanish,
   * are neither pending nor revoked, and speak Muster's own protocol.
   *
   * @return of how many
   */
  public int ask(ClusterName cluster, Optional<NodeId> node, Instant at, String by) {
    return sql.statement(
            """
            insert into agent_credentials as c
              (cluster, node, state, created_at, created_by, rotation_asked_at, rotation_asked_by,
              rotation_due_at)
            select n.cluster, n.id, 'ACCEPTED', :at, :by, :at, :by, :at
            from nodes n
            where n.cluster = :cluster and (:node::text is null or n.id = :node)
              and n.vanished_at is null and n.protocol = any(:protocols)
            for key share
            on conflict (cluster, node) do update
            set rotation_asked_at = excluded.rotation_asked_at,
              rotation_asked_by = excluded.rotation_asked_by,
              rotation_due_at = excluded.rotation_due_at, rotation_error = null
            where c.state = 'ACCEPTED'
            """)
        .param("cluster", cluster.value())
        .param("node", Sql.orNull(node.map(NodeId::value)))
        .param("protocols", ArrayValue.texts(AgentProtocol.MUSTER_AGENT_V1.names(), name -> name))
        .param("at", Sql.at(at))
        .param("by", Texts.clean(by))
        .update();
  }

  /** Those to be tried now, the longest waiting first. */
  public List<Due> due(Instant now, int limit) {
    return sql.statement(
            """
            select c.cluster, c.node, n.agent_address, n.protocol, c.rotation_asked_at
            from agent_credentials c join nodes n on n.cluster = c.cluster and n.id = c.node
            where c.rotation_asked_at is not null and c.rotation_due_at <= :now
              and c.state = 'ACCEPTED'
            order by c.rotation_due_at, c.cluster, c.node limit :limit
            """)
        .param("now", Sql.at(now))
        .param("limit", limit)
        .query(
            Row.mapper(row ->
                new Due(
                    new ClusterName(row.text("cluster")),
                    new NodeId(row.text("node")),
                    row.text("agent_address"),
                    row.text("protocol"),
                    row.instant("rotation_asked_at"))))
        .list();
  }

  /** Keeps the next token before the agent is told; what is there already stays. */
  public void prepare(ClusterName cluster, NodeId node, String sealed) {
    of(
            """
            update agent_credentials set next_token = coalesce(next_token, :sealed)
            where cluster = :cluster and node = :node and state = 'ACCEPTED'
            """,
            cluster,
            node)
        .param("sealed", sealed)
        .update();
  }

  /** Forgets a next token that cannot be opened. */
  public void drop(ClusterName cluster, NodeId node, String sealed) {
    of(
            """
            update agent_credentials set next_token = null
            where cluster = :cluster and node = :node and next_token = :sealed
            """,
            cluster,
            node)
        .param("sealed", sealed)
        .update();
  }

  /** Makes the next token the present one, if it is the one that is meant. */
  public boolean done(Due due, String sealed, Fingerprint hash, Instant at) {
    return of(
                """
                update agent_credentials
                set token = next_token, token_hash = decode(:hash, 'hex'), next_token = null,
                  rotated_at = :at, rotation_error = null,
                  rotation_asked_at = case when rotation_asked_at > :asked then rotation_asked_at end
                where cluster = :cluster and node = :node and state = 'ACCEPTED'
                  and next_token = :sealed
                """,
                due.cluster(),
                due.node())
            .param("sealed", sealed)
            .param("hash", hash.value())
            .param("asked", Sql.at(due.asked()))
            .param("at", Sql.at(at))
            .update()
        > 0;
  }

  /**
   * Keeps why a try failed.
   *
   * @param again when it is tried again; never, if it is empty
   */
  public void failed(Due due, String error, Optional<Instant> again) {
    of(
            """
            update agent_credentials
            set rotation_error = :error, rotation_due_at = :again::timestamptz,
              rotation_asked_at = case when :again::timestamptz is null then null
                else rotation_asked_at end
            where cluster = :cluster and node = :node and rotation_asked_at = :asked
            """,
            due.cluster(),
            due.node())
        .param("error", Texts.clean(error))
        .param("again", Sql.orNull(again))
        .param("asked", Sql.at(due.asked()))
        .update();
  }

  private StatementSpec of(String text, ClusterName cluster, NodeId node) {
    return sql.statement(text).param("cluster", cluster.value()).param("node", node.value());
  }
}
