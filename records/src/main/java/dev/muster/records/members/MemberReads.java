package dev.muster.records.members;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.PlanCourse;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Membership;
import dev.muster.domain.member.Membership.Known;
import dev.muster.domain.member.Membership.KnownNode;
import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.member.Sizes;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The members of clusters, their sizes, and how far actions are that change them. */
public final class MemberReads {

  private static final String SELECT =
      """
      select m.*, case when n.vanished_at is null then n.status else 'VANISHED' end as node_status
      from members m left join nodes n on n.cluster = m.cluster and n.id = m.node\
      """;

  private final Sql sql;

  public MemberReads(Sql sql) {
    this.sql = sql;
  }

  /** Clusters by ids, for clients that know things by ids. */
  public ClusterDirectory clusters() {
    return new ClusterDirectory(sql);
  }

  /** Nodes and members by ids. */
  public NodeDirectory nodes() {
    return new NodeDirectory(sql);
  }

  /** All that a decision about members may know. */
  public Membership membership(ClusterName cluster) {
    return new Membership(
        cluster,
        shape(cluster).orElse(ClusterShape.NONE),
        all(cluster),
        nodes(cluster),
        profiles(cluster));
  }

  /** By index. */
  public List<MemberRecord> all(ClusterName cluster) {
    return new Query(SELECT)
        .and("m.cluster = :cluster")
        .with("cluster", cluster.value())
        .then("order by m.index")
        .list(sql, MemberReads::member);
  }

  /** By index; the marker is the last index of the page before. */
  public Page<MemberRecord> list(ClusterName cluster, PageRequest page) {
    List<MemberRecord> rows =
        new Query(SELECT)
            .and("m.cluster = :cluster")
            .with("cluster", cluster.value())
            .and("m.index > :marker", "marker", page.marker().map(MemberReads::number))
            .with("limit", page.fetch())
            .then("order by m.index limit :limit")
            .list(sql, MemberReads::member);
    return Page.of(rows, page, one -> one.member().index());
  }

  private static int number(String marker) {
    if (!marker.matches("[0-9]{1,9}")) {
      throw PageRequest.badMarker(marker);
    }
    return Integer.parseInt(marker);
  }

  public Optional<MemberRecord> find(ClusterName cluster, NodeId node) {
    return new Query(SELECT)
            .and("m.cluster = :cluster")
            .and("m.node = :node")
            .with("cluster", cluster.value())
            .with("node", node.value())
            .list(sql, MemberReads::member)
            .stream()
            .findFirst();
  }

  /** What a cluster is to look like; empty if there is none. */
  public Optional<ClusterShape> shape(ClusterName cluster) {
    return sql.statement(
            """
            select min_size, max_size, desired_size, next_index, profile, profile_version
            from clusters where name = :cluster
            """)
        .param("cluster", cluster.value())
        .query(Row.mapper(MemberReads::shapeOf))
        .optional();
  }

  /** What was decided of an action on a cluster so far. */
  public Optional<ObjectNode> data(ActionId action) {
    return sql.statement("select data from actions where id = :id and data is not null")
        .param("id", action.value())
        .query(Row.mapper(row -> (ObjectNode) row.json("data")))
        .optional();
  }

  /** The plan of an action on a cluster, and how far it is. */
  public Optional<PlanCourse> course(ActionId action) {
    return sql.statement("select plan from actions where id = :id and plan is not null")
        .param("id", action.value())
        .query(Row.mapper(row -> row.json("plan", PlanCourse.class)))
        .optional();
  }

  private Map<NodeId, KnownNode> nodes(ClusterName cluster) {
    Map<NodeId, KnownNode> nodes = new HashMap<>();
    sql.statement(
            """
            select id, labels, agent_address,
              case when vanished_at is null then status else 'VANISHED' end as status
            from nodes where cluster = :cluster
            """)
        .param("cluster", cluster.value())
        .query(
            Row.mapper(row ->
                Optional.ofNullable(
                    nodes.put(
                        new NodeId(row.text("id")),
                        new KnownNode(
                            row.textMap("labels"),
                            NodeStatus.valueOf(row.text("status")),
                            row.text("agent_address"))))))
        .list();
    return nodes;
  }

  /** The newest version of each, and those that members of the cluster were made from. */
  private Map<ProfileKey, Known> profiles(ClusterName cluster) {
    Map<ProfileKey, Known> profiles = new HashMap<>();
    sql.statement(
            """
            select p.name, p.version, p.document, p.created_at from profiles p
            where p.version = (select max(q.version) from profiles q where q.name = p.name)
              or exists (select from members m where m.cluster = :cluster and m.profile = p.name
                and m.profile_version = p.version)
              or exists (select from clusters c where c.name = :cluster and c.profile = p.name
                and c.profile_version = p.version)
            """)
        .param("cluster", cluster.value())
        .query(
            Row.mapper(row ->
                Optional.ofNullable(
                    profiles.put(
                        new ProfileKey(row.text("name"), row.integer("version")),
                        new Known(
                            row.json("document", Profile.class), row.instant("created_at"))))))
        .list();
    return profiles;
  }

  static ClusterShape shapeOf(Row row) throws SQLException {
    return new ClusterShape(
        new Sizes(
            row.integer("min_size"), row.optionalInteger("max_size"), row.integer("desired_size")),
        row.integer("next_index"),
        profileOf(row));
  }

  private static Optional<ProfileKey> profileOf(Row row) throws SQLException {
    Optional<String> name = row.optionalText("profile");
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(new ProfileKey(name.get(), row.integer("profile_version")));
  }

  static MemberRecord member(Row row) throws SQLException {
    Member member =
        new Member(
            new NodeId(row.text("node")),
            row.integer("index"),
            row.optionalText("provider").map(NodeId::new),
            MemberState.valueOf(row.text("state")),
            row.instant("created_at"),
            row.instant("profile_since"),
            row.flag("tainted"),
            (ObjectNode) row.json("data"),
            row.optionalText("node_status").map(NodeStatus::valueOf));
    return new MemberRecord(
        member,
        profileOf(row),
        row.optionalJson("physical"),
        row.optionalText("address"),
        row.optionalText("reason"),
        row.optionalUuid("in_hand").map(ActionId::new));
  }
}
