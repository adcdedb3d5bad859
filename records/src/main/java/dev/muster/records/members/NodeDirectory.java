package dev.muster.records.members;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.member.MemberRecord;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The nodes and members of all clusters: by name, or by an id for clients that know things by ids.
 * The id follows from the names of cluster and node.
 */
public final class NodeDirectory {

  /** More are not listed at once. */
  public static final int MOST = 10_000;

  private static final String ID = "md5('muster/node/' || p.cluster || '/' || p.node)";

  private static final String SELECT =
      """
      select m.*, p.cluster as place_cluster, p.node as place_node,
        case when n.vanished_at is null then n.status else 'VANISHED' end as node_status,
        n.agent_address, n.labels, n.added_at, n.role
      from (select cluster, id as node from nodes union select cluster, node from members) p
        left join members m on m.cluster = p.cluster and m.node = p.node
        left join nodes n on n.cluster = p.cluster and n.id = p.node\
      """;

  private final Sql sql;

  public NodeDirectory(Sql sql) {
    this.sql = sql;
  }

  /** The id of a node: always the same for a cluster's name and its own. */
  public static UUID idOf(ClusterName cluster, NodeId node) {
    return id("muster/node/%s/%s".formatted(cluster, node));
  }

  /** As PostgreSQL's {@code md5(…)::uuid} has it. */
  static UUID id(String text) {
    try {
      ByteBuffer hash =
          ByteBuffer.wrap(
              MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
      return new UUID(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5", e);
    }
  }

  /** Those of the clusters that somebody may read; {@link #MOST} and one more at most. */
  public List<ListedNode> all(Optional<ClusterName> cluster, Sight sight) {
    return listed(
        new Query(SELECT).and("p.cluster = :cluster", "cluster", cluster), sight, MOST + 1);
  }

  /** Those of the name, each of another cluster. */
  public List<ListedNode> named(NodeId name, Sight sight) {
    return listed(new Query(SELECT).and("p.node = :node").with("node", name.value()), sight, 2);
  }

  /**
   * Those whose ids begin so, two at most.
   *
   * @param digits hexadecimal, without hyphens
   */
  public List<ListedNode> byId(String digits, Sight sight) {
    return listed(
        new Query(SELECT).and(ID + " like :digits").with("digits", digits + "%"), sight, 2);
  }

  private List<ListedNode> listed(Query query, Sight sight, int most) {
    return query
        .and("p.cluster like any(:sight)", "sight", Seen.by(sight))
        .then("order by p.cluster, m.index nulls last, p.node limit " + most)
        .list(sql, NodeDirectory::read);
  }

  private static ListedNode read(Row row) throws SQLException {
    Optional<MemberRecord> member =
        row.optionalText("state").isEmpty()
            ? Optional.empty()
            : Optional.of(MemberReads.member(row));
    return new ListedNode(
        new ClusterName(row.text("place_cluster")),
        new NodeId(row.text("place_node")),
        member,
        row.optionalText("agent_address").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new ListedNode.Registered(
                    row.text("agent_address"),
                    NodeStatus.valueOf(row.text("node_status")),
                    row.optionalText("role"),
                    row.textMap("labels"),
                    row.instant("added_at"))));
  }
}
