package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a cycle must know of actions that it found on agents and nobody recorded there. */
public final class FoundReads {

  private final Sql sql;

  public FoundReads(Sql sql) {
    this.sql = sql;
  }

  /** Whose action has an id. */
  public record Owner(ClusterName cluster, Optional<NodeId> node) {}

  /** Who has these ids, on whatever cluster; those that are free are left out. */
  public Map<ActionId, Owner> owners(Collection<ActionId> ids) {
    Map<ActionId, Owner> owners = new HashMap<>();
    sql.statement("select id, cluster, node from actions where id = any(:ids)")
        .param("ids", ArrayValue.uuids(ids, ActionId::value))
        .query(
            Row.mapper(row -> {
              Owner owner =
                  new Owner(
                      new ClusterName(row.text("cluster")),
                      row.optionalText("node").map(NodeId::new));
              owners.put(new ActionId(row.uuid("id")), owner);
              return owner;
            }))
        .list();
    return owners;
  }

  /** How many actions were taken from each agent so far that were not scheduled by Muster. */
  public Map<NodeId, Integer> counts(ClusterName cluster, Collection<NodeId> nodes) {
    Map<NodeId, Integer> counts = new HashMap<>();
    sql.statement(
            """
            select node, count(*) as found from actions
            where cluster = :cluster and node = any(:nodes) and requester = 'agent:' || node
            group by node
            """)
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(nodes, NodeId::value))
        .query(
            Row.mapper(row -> {
              counts.put(new NodeId(row.text("node")), row.integer("found"));
              return row.text("node");
            }))
        .list();
    return counts;
  }
}
