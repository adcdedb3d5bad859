package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterActionView.NodeStanding;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What cycles read of actions that others have derived. */
public final class DerivedReads {

  private final Sql sql;

  public DerivedReads(Sql sql) {
    this.sql = sql;
  }

  /** Those that have ended, by node, each with the reason that is known best. */
  public List<EndedChild> endedOf(ActionId parent) {
    return sql.statement(
            """
            select a.id, a.node, a.state, a.best_effort, a.sent_at is not null as touched,
              coalesce(a.error->>'message', t.why) as why, n.status as node_status,
              coalesce(n.status_reason, n.last_error) as node_reason
            from actions a
            left join lateral (
              select why from action_transitions where action = a.id order by seq desc limit 1
            ) t on a.state <> 'DONE'
            left join nodes n on n.cluster = a.cluster and n.id = a.node
            where a.parent = :parent and a.finished_at is not null and a.node is not null
            order by a.node, a.id
            """)
        .param("parent", parent.value())
        .query(Row.mapper(DerivedReads::ended))
        .list();
  }

  private static EndedChild ended(Row row) throws SQLException {
    Optional<String> reason = row.optionalText("node_reason").filter(why -> !why.isBlank());
    return new EndedChild(
        new ActionId(row.uuid("id")),
        new NodeId(row.text("node")),
        ActionState.valueOf(row.text("state")),
        row.flag("touched"),
        row.flag("best_effort"),
        row.optionalText("why").filter(why -> !why.isBlank()),
        row.optionalText("node_status")
            .map(NodeStatus::valueOf)
            .map(status -> new NodeStanding(status, reason)));
  }
}
