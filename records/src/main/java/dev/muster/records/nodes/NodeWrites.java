package dev.muster.records.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Noted;
import dev.muster.records.nodes.NodeObservation.Answered;
import dev.muster.records.nodes.NodeObservation.LeftOver;
import dev.muster.records.nodes.NodeObservation.Silent;
import dev.muster.records.nodes.NodeObservation.Troubled;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Records what a cycle saw of nodes. Handed out by the fence. */
public final class NodeWrites {

  /** Open runs that work on a node that turned; they may be many, and a node rarely turns. */
  private static final String RUNS_AT_WORK =
      """
      select r.id from runs r
      where exists (select from turned) and r.cluster = :cluster and r.finished_at is null
        and exists (
        select 1 from turned t join stage_nodes s on s.run = r.id and s.node = t.id
        where s.state = 'RUNNING')
      """;

  private final Sql sql;
  private final Changes changes;
  private final ClusterName cluster;
  private final Noted noted;

  public NodeWrites(Sql sql, Changes changes, ClusterName cluster, Noted noted) {
    this.sql = sql;
    this.changes = changes;
    this.cluster = cluster;
    this.noted = noted;
  }

  /**
   * In one statement for each sort of observation, however many nodes. Whoever follows a run that
   * works on a node is told when the node's agent falls silent, and when it answers again.
   */
  public void observe(List<NodeObservation> observations, Instant at) {
    List<Answered> answered = new ArrayList<>(observations.size());
    List<Failing> failing = new ArrayList<>();
    List<LeftOver> leftOvers = new ArrayList<>();
    for (NodeObservation observation : observations) {
      switch (observation) {
        case Answered seen -> {
          answered.add(seen);
          noted.status(seen.node(), seen.status());
        }
        case Silent(NodeId node, String error) -> {
          failing.add(new Failing(node, error, Optional.of(NodeStatus.UNREACHABLE)));
          noted.status(node, NodeStatus.UNREACHABLE);
        }
        case LeftOver leftOver -> leftOvers.add(leftOver);
        case Troubled(NodeId node, String error) ->
            failing.add(new Failing(node, error, Optional.empty()));
      }
    }
    if (!answered.isEmpty()) {
      recordAnswered(answered, at);
      recordFacts(answered.stream().filter(one -> one.facts().isPresent()).toList());
    }
    if (!failing.isEmpty()) {
      recordFailing(failing, at);
    }
    if (!leftOvers.isEmpty()) {
      recordLeftOver(leftOvers);
    }
  }

  private void recordLeftOver(List<LeftOver> leftOvers) {
    sql.statement(
            """
            update nodes n set cursor = o.cursor, agent_epoch = o.epoch
            from unnest(:nodes, :cursors, :epochs) as o (id, cursor, epoch)
            where n.cluster = :cluster and n.id = o.id
            """)
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(leftOvers, LeftOver::node))
        .param("cursors", ArrayValue.longs(leftOvers, LeftOver::cursor))
        .param("epochs", ArrayValue.uuids(leftOvers, LeftOver::agentEpoch))
        .update();
  }

  private record Failing(NodeId node, String error, Optional<NodeStatus> status) {}

  private void recordAnswered(List<Answered> answered, Instant at) {
    StatementSpec update =
        sql.statement(
            """
            with turned as (
              select id from nodes
              where cluster = :cluster and id = any(:nodes) and error_cycles > 0
            ), written as (
              update nodes n
              set status = o.status, status_reason = o.reason, up_since = o.up_since,
                cursor = o.cursor, agent_epoch = o.epoch, seen_at = :at,
                last_error = o.trouble, error_since = null, error_cycles = 0
              from unnest(:nodes, :statuses, :reasons, :upSince, :cursors, :epochs, :troubles)
                as o (id, status, reason, up_since, cursor, epoch, trouble)
              where n.cluster = :cluster and n.id = o.id
            )
            """
                + RUNS_AT_WORK);
    tell(
        update
            .param("cluster", cluster.value())
            .param("at", Sql.at(at))
            .param("nodes", ArrayValue.texts(answered, Answered::node))
            .param("statuses", ArrayValue.texts(answered, Answered::status))
            .param("reasons", ArrayValue.optionalTexts(answered, Answered::statusReason))
            .param("upSince", ArrayValue.optionalInstants(answered, Answered::upSince))
            .param("cursors", ArrayValue.longs(answered, Answered::cursor))
            .param("epochs", ArrayValue.uuids(answered, Answered::agentEpoch))
            .param("troubles", ArrayValue.optionalTexts(answered, Answered::trouble)));
  }

  /** The agents have what we did not know of: the next visit asks for everything. */
  public void askFromTheBeginning(Collection<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      sql.statement("update nodes set cursor = 0 where cluster = :cluster and id = any(:nodes)")
          .param("cluster", cluster.value())
          .param("nodes", ArrayValue.texts(nodes, NodeId::value))
          .update();
    }
  }

  private void tell(StatementSpec update) {
    changes.notifyRuns(update.query(Row.mapper(row -> new RunId(row.uuid("id")))).list());
  }

  /** Rare: when an agent is new, or was upgraded. */
  private void recordFacts(List<Answered> changed) {
    if (changed.isEmpty()) {
      return;
    }
    record Known(NodeId node, NodeFacts facts) {}
    List<Known> known =
        changed.stream().map(one -> new Known(one.node(), one.facts().orElseThrow())).toList();
    sql.statement(
            """
            update nodes n
            set platform = nullif(o.platform, ''), agent_version = o.version, attributes = o.attributes,
              kinds = array(select jsonb_array_elements_text(o.kinds)),
              sensitive = array(select jsonb_array_elements_text(o.sensitive)),
              facts_fingerprint = o.fingerprint
            from unnest(:nodes, :platforms, :versions, :attributes, :kinds, :sensitive,
                :fingerprints)
              as o (id, platform, version, attributes, kinds, sensitive, fingerprint)
            where n.cluster = :cluster and n.id = o.id
            """)
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(known, Known::node))
        .param("platforms", ArrayValue.texts(known, one -> one.facts().platform()))
        .param("versions", ArrayValue.texts(known, one -> one.facts().agentVersion()))
        .param("attributes", ArrayValue.jsons(known, one -> one.facts().attributes()))
        .param("kinds", ArrayValue.jsons(known, one -> one.facts().kinds()))
        .param("sensitive", ArrayValue.jsons(known, one -> one.facts().sensitive()))
        .param("fingerprints", ArrayValue.integers(known, one -> one.facts().fingerprint()))
        .update();
  }

  private void recordFailing(List<Failing> failing, Instant at) {
    StatementSpec update =
        sql.statement(
            """
            with turned as (
              select id from nodes
              where cluster = :cluster and id = any(:nodes) and error_cycles = 0
            ), written as (
              update nodes n
              set status = coalesce(o.status, n.status),
                status_reason = case when o.status is null then n.status_reason end,
                up_since = case when o.status is null then n.up_since end,
                last_error = o.error, error_since = coalesce(n.error_since, :at),
                error_cycles = n.error_cycles + 1
              from unnest(:nodes, :errors, :statuses) as o (id, error, status)
              where n.cluster = :cluster and n.id = o.id
            )
            """
                + RUNS_AT_WORK);
    tell(
        update
            .param("cluster", cluster.value())
            .param("at", Sql.at(at))
            .param("nodes", ArrayValue.texts(failing, Failing::node))
            .param("errors", ArrayValue.texts(failing, Failing::error))
            .param("statuses", ArrayValue.optionalTexts(failing, Failing::status)));
  }
}
