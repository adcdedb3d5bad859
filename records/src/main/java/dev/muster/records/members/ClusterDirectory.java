package dev.muster.records.members;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.records.members.ListedCluster.LastChange;
import dev.muster.records.members.ListedCluster.MemberCounts;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The clusters as the home of members: by name, or by an id for clients that know things by ids.
 * The id of a cluster follows from its name.
 */
public final class ClusterDirectory {

  /** More are not listed at once. */
  public static final int MOST = 10_000;

  private static final String ID = "md5('muster/cluster/' || c.name)";

  private static final String SELECT =
      """
      with changes as (
        select distinct on (cluster) cluster, id, kind, state from actions
        where kind in ('cluster.create', 'cluster.delete') and node is null
        order by cluster, created_at desc, id
      ), works as (
        select distinct on (cluster) cluster, kind from actions
        where finished_at is null and node is null and state = 'RUNNING'
        order by cluster, created_at, id
      ), counts as (
        select cluster, count(*) as members, count(*) filter (where state = 'ACTIVE') as active
        from members group by cluster
      )
      select c.name, c.labels, c.created_at, c.created_by, c.min_size, c.max_size, c.desired_size,
        c.next_index, c.profile, c.profile_version, w.kind as at_work, h.id as change_id,
        h.kind as change_kind, h.state as change_state, coalesce(m.members, 0) as members,
        coalesce(m.active, 0) as active
      from clusters c left join changes h on h.cluster = c.name
        left join works w on w.cluster = c.name left join counts m on m.cluster = c.name\
      """;

  private final Sql sql;

  public ClusterDirectory(Sql sql) {
    this.sql = sql;
  }

  /** The id of a cluster: always the same for a name. */
  public static UUID idOf(ClusterName cluster) {
    return NodeDirectory.id("muster/cluster/" + cluster);
  }

  /** Those that somebody may read, by name; {@link #MOST} and one more at most. */
  public List<ListedCluster> all(Sight sight) {
    return listed(new Query(SELECT), sight);
  }

  /** The one of the name. */
  public Optional<ListedCluster> find(ClusterName name, Sight sight) {
    return listed(new Query(SELECT).and("c.name = :name").with("name", name.value()), sight)
        .stream()
        .findFirst();
  }

  /**
   * Those whose ids begin so.
   *
   * @param digits hexadecimal, without hyphens
   */
  public List<ListedCluster> byId(String digits, Sight sight) {
    return listed(new Query(SELECT).and(ID + " like :digits").with("digits", digits + "%"), sight);
  }

  private List<ListedCluster> listed(Query query, Sight sight) {
    return query
        .and("c.name like any(:sight)", "sight", Seen.by(sight))
        .then("order by c.name limit " + (MOST + 1))
        .list(sql, ClusterDirectory::read);
  }

  private static ListedCluster read(Row row) throws SQLException {
    Optional<String> kind = row.optionalText("change_kind");
    return new ListedCluster(
        new ClusterName(row.text("name")),
        row.textMap("labels"),
        row.instant("created_at"),
        row.text("created_by"),
        MemberReads.shapeOf(row),
        new MemberCounts(row.integer("members"), row.integer("active")),
        row.optionalText("at_work").map(ActionKind::new),
        kind.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new LastChange(
                    new ActionId(row.uuid("change_id")),
                    new ActionKind(kind.get()),
                    ActionState.valueOf(row.text("change_state")))));
  }
}
