package dev.muster.records.credentials;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The credentials of nodes, as people change them and as clients of agents read them. */
public final class AgentCredentials {

  private static final String SELECT =
      """
      select cluster, node, state, token, next_token, certificate, created_at, created_by,
        rotated_at, rotation_asked_at, rotation_error, revoked_at, revoked_by
      from agent_credentials\
      """;

  private static final String NODES =
      """
      select n.cluster as of_cluster, n.id as of_node, n.agent_address, c.*
      from nodes n left join agent_credentials c on c.cluster = n.cluster and c.node = n.id\
      """;

  private final Sql sql;

  public AgentCredentials(Sql sql) {
    this.sql = sql;
  }

  /**
   * What somebody gives a node.
   *
   * @param token sealed, and its hash; empty leaves it as it is
   * @param certificate empty leaves it as it is
   */
  public record Given(
      ClusterName cluster,
      NodeId node,
      Optional<SealedToken> token,
      Optional<Fingerprint> certificate,
      Instant at,
      String by) {}

  /** A token that only the key file opens, and its SHA-256. */
  public record SealedToken(String sealed, Fingerprint hash) {

    /** Without the token. */
    @Override
    public String toString() {
      return "SealedToken";
    }
  }

  /** Moves with every change of any of them. */
  public long version() {
    return sql.statement("select number from agent_credentials_version").query(Long.class).single();
  }

  /**
   * What there is of one node; most have none.
   *
   * @param address of its agent
   */
  public record OfNode(
      ClusterName cluster, NodeId node, String address, Optional<AgentCredential> credential) {}

  /** Every node of every cluster, so that who is not among them is known to be new. */
  public List<OfNode> ofAllNodes() {
    return new Query(NODES).list(sql, AgentCredentials::readOfNode);
  }

  /** What there is of this node; empty if it is not there. */
  public Optional<OfNode> ofNode(ClusterName cluster, NodeId node) {
    return new Query(NODES)
            .and("n.cluster = :cluster")
            .and("n.id = :node")
            .with("cluster", cluster.value())
            .with("node", node.value())
            .list(sql, AgentCredentials::readOfNode)
            .stream()
            .findFirst();
  }

  public Optional<AgentCredential> find(ClusterName cluster, NodeId node) {
    return new Query(SELECT)
            .and("cluster = :cluster")
            .and("node = :node")
            .with("cluster", cluster.value())
            .with("node", node.value())
            .list(sql, AgentCredentials::read)
            .stream()
            .findFirst();
  }

  /** Of some nodes of a cluster; those without any are not among them. */
  public List<AgentCredential> of(ClusterName cluster, List<NodeId> nodes) {
    return new Query(SELECT)
        .and("cluster = :cluster")
        .and("node = any(:nodes)")
        .with("cluster", cluster.value())
        .with("nodes", ArrayValue.texts(nodes, NodeId::value))
        .list(sql, AgentCredentials::read);
  }

  /**
   * Gives a node a token or a certificate; it is accepted then. A revoked one needs a token.
   *
   * @return whether that was possible: there is the node, and it has a token if it needs one
   */
  public boolean give(Given given) {
    return sql.statement(
                """
                insert into agent_credentials as c
                  (cluster, node, state, token, token_hash, certificate, created_at, created_by,
                  rotated_at)
                select n.cluster, n.id, 'ACCEPTED', :token::text, decode(:hash::text, 'hex'),
                  :certificate::text, :at, :by, case when :token::text is null then null::timestamptz else :at end
                from nodes n where n.cluster = :cluster and n.id = :node for key share
                on conflict (cluster, node) do update
                set state = 'ACCEPTED', token = coalesce(excluded.token, c.token),
                  token_hash = coalesce(excluded.token_hash, c.token_hash),
                  next_token = case when excluded.token is null then c.next_token end,
                  certificate = coalesce(excluded.certificate, c.certificate),
                  rotated_at = coalesce(excluded.rotated_at, c.rotated_at),
                  rotation_asked_at = case when excluded.token is null then c.rotation_asked_at end,
                  rotation_error = null, revoked_at = null, revoked_by = null
                where c.state <> 'REVOKED' or excluded.token is not null
                """)
            .param("cluster", given.cluster().value())
            .param("node", given.node().value())
            .param("token", Sql.orNull(given.token().map(SealedToken::sealed)))
            .param("hash", Sql.orNull(given.token().map(token -> token.hash().value())))
            .param("certificate", Sql.orNull(given.certificate().map(Fingerprint::value)))
            .param("at", Sql.at(given.at()))
            .param("by", Texts.clean(given.by()))
            .update()
        > 0;
  }

  /** Accepts a node that joined; whether it was pending. */
  public boolean accept(ClusterName cluster, NodeId node) {
    return sql.statement(
                """
                update agent_credentials set state = 'ACCEPTED'
                where cluster = :cluster and node = :node and state = 'PENDING'
                """)
            .param("cluster", cluster.value())
            .param("node", node.value())
            .update()
        > 0;
  }

  /**
   * Takes a node's credentials back, and forgets them; a node without any of its own is revoked as
   * well.
   *
   * @return whether it was not yet
   */
  public boolean revoke(ClusterName cluster, NodeId node, Instant at, String by) {
    return sql.statement(
                """
                insert into agent_credentials as c
                  (cluster, node, state, created_at, created_by, revoked_at, revoked_by)
                select n.cluster, n.id, 'REVOKED', :at, :by, :at, :by
                from nodes n where n.cluster = :cluster and n.id = :node for key share
                on conflict (cluster, node) do update
                set state = 'REVOKED', token = null, token_hash = null, next_token = null,
                  rotation_asked_at = null, rotation_error = null,
                  revoked_at = excluded.revoked_at, revoked_by = excluded.revoked_by
                where c.state <> 'REVOKED'
                """)
            .param("cluster", cluster.value())
            .param("node", node.value())
            .param("at", Sql.at(at))
            .param("by", Texts.clean(by))
            .update()
        > 0;
  }

  private static OfNode readOfNode(Row row) throws SQLException {
    return new OfNode(
        new ClusterName(row.text("of_cluster")),
        new NodeId(row.text("of_node")),
        row.text("agent_address"),
        row.optionalText("state").isPresent() ? Optional.of(read(row)) : Optional.empty());
  }

  private static AgentCredential read(Row row) throws SQLException {
    String revokedBy = row.optionalText("revoked_by").orElse("");
    return new AgentCredential(
        new ClusterName(row.text("cluster")),
        new NodeId(row.text("node")),
        Admission.valueOf(row.text("state")),
        new AgentCredential.Sealed(row.optionalText("token"), row.optionalText("next_token")),
        row.optionalText("certificate").map(Fingerprint::new),
        new AgentCredential.Rotation(
            row.optionalInstant("rotated_at"),
            row.optionalInstant("rotation_asked_at"),
            row.optionalText("rotation_error")),
        row.instant("created_at"),
        row.text("created_by"),
        row.optionalInstant("revoked_at").map(at -> new AgentCredential.Revoked(at, revokedBy)));
  }
}
