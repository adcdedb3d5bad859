package dev.muster.records.credentials;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.JoinDecision;
import dev.muster.domain.cluster.JoinDecision.Outcome;
import dev.muster.domain.cluster.JoinDecision.Present;
import dev.muster.domain.cluster.JoinDecision.Proof;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Standing;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Agents that join: a node, its credentials and the use of a token, in one transaction. */
public final class Joins {

  private final Sql sql;

  public Joins(Sql sql) {
    this.sql = sql;
  }

  /** An agent that joins, with its token as it is kept. */
  public record NewJoin(UUID joinToken, JoinRequest request, SealedToken token, Instant at) {}

  /** What became of it. */
  public sealed interface Joined {

    /** There is a new node. */
    record New(ClusterName cluster, Admission admission) implements Joined {}

    /** The same agent had joined before. */
    record Again(ClusterName cluster, Admission admission) implements Joined {}

    /** The same agent had joined before, and has another address now. */
    record Moved(ClusterName cluster, Admission admission) implements Joined {}

    /** It cannot join so. */
    record Refused(ClusterName cluster, String why) implements Joined {}

    /** The join token ended meanwhile. */
    record Ended(Standing standing) implements Joined {}
  }

  /**
   * Joins; key: the node's id and its token. The answer to an agent that has joined is given though
   * the join token is too old or used up meanwhile, because the first one may have been lost.
   */
  public Joined join(NewJoin join) {
    return sql.transaction(() -> attempt(join));
  }

  private Joined attempt(NewJoin join) {
    Optional<JoinTokenRecord> known = locked(join.joinToken());
    Standing standing = known.map(token -> token.standing(join.at())).orElse(Standing.REVOKED);
    if (known.isEmpty() || standing == Standing.REVOKED) {
      return new Joined.Ended(Standing.REVOKED);
    }
    JoinTokenRecord by = known.get();
    ClusterName cluster = by.cluster();
    NodeId node = join.request().node();
    oneAtATime(cluster);
    Outcome outcome =
        JoinDecision.judge(cluster, node, present(cluster, join), atAddress(cluster, join));
    return switch (outcome) {
      case Outcome.Refused(String why) ->
          standing == Standing.EXPIRED
              ? new Joined.Ended(standing)
              : new Joined.Refused(cluster, why);
      case Outcome.Repeated(Admission admission) ->
          move(cluster, join)
              ? new Joined.Moved(cluster, admission)
              : new Joined.Again(cluster, admission);
      case Outcome.Register() ->
          standing == Standing.ACTIVE ? register(by, join) : new Joined.Ended(standing);
    };
  }

  /**
   * Two agents that join with one token come one after the other; empty if it is gone with its
   * cluster.
   */
  private Optional<JoinTokenRecord> locked(UUID id) {
    return sql.statement("select * from join_tokens where id = :id for update")
        .param("id", id)
        .query(Row.mapper(JoinTokens::read))
        .optional();
  }

  /** Agents with different join tokens may come with one id, or one address. */
  private void oneAtATime(ClusterName cluster) {
    sql.statement("select pg_advisory_xact_lock(hashtextextended(:key, 0))")
        .param("key", "muster/join/" + cluster)
        .query((row, number) -> number)
        .single();
  }

  private Present present(ClusterName cluster, NewJoin join) {
    return sql.statement(
            """
            select c.state, c.token_hash = decode(:hash, 'hex') as same
            from nodes n left join agent_credentials c on c.cluster = n.cluster and c.node = n.id
            where n.cluster = :cluster and n.id = :node
            """)
        .param("hash", join.token().hash().value())
        .param("cluster", cluster.value())
        .param("node", join.request().node().value())
        .query(Row.mapper(Joins::read))
        .optional()
        .orElseGet(Present.Nobody::new);
  }

  private static Present read(Row row) throws SQLException {
    Optional<Admission> admission = row.optionalText("state").map(Admission::valueOf);
    Proof proof = row.flag("same") ? Proof.SAME : Proof.OTHER;
    return admission
        .<Present>map(known -> new Present.Known(known, proof))
        .orElseGet(Present.Added::new);
  }

  private Optional<NodeId> atAddress(ClusterName cluster, NewJoin join) {
    return sql.statement(
            """
            select id from nodes
            where cluster = :cluster and lower(agent_address) = lower(:address) and id <> :node
            order by id limit 1
            """)
        .param("cluster", cluster.value())
        .param("address", join.request().address().value())
        .param("node", join.request().node().value())
        .query(Row.mapper(row -> new NodeId(row.text("id"))))
        .optional();
  }

  /** Whether its address is another one now. */
  private boolean move(ClusterName cluster, NewJoin join) {
    return sql.statement(
                """
                update nodes set agent_address = :address
                where cluster = :cluster and id = :node and agent_address <> :address
                """)
            .param("address", join.request().address().value())
            .param("cluster", cluster.value())
            .param("node", join.request().node().value())
            .update()
        > 0;
  }

  private Joined register(JoinTokenRecord by, NewJoin join) {
    Admission admission =
        by.gives().acceptance() == Acceptance.AT_ONCE ? Admission.ACCEPTED : Admission.PENDING;
    String who = "join token " + by.id().toString().substring(0, 8);
    if (!add(by, join, who)) {
      return attempt(join);
    }
    keep(by, join, admission, who);
    return new Joined.New(by.cluster(), admission);
  }

  /**
   * Whether the node is new: somebody may have added one with this id since it was looked for, and
   * what exists is not touched.
   */
  private boolean add(JoinTokenRecord by, NewJoin join, String who) {
    JoinRequest request = join.request();
    Map<String, String> labels = new LinkedHashMap<>(request.labels().orElse(Map.of()));
    labels.putAll(by.gives().labels());
    return sql.statement(
                """
                insert into nodes
                  (cluster, id, agent_address, protocol, platform, labels, added_at, added_by)
                values (:cluster, :node, :address, :protocol, :platform::text, :labels::jsonb, :at, :by)
                on conflict (cluster, id) do nothing
                """)
            .param("cluster", by.cluster().value())
            .param("node", request.node().value())
            .param("address", request.address().value())
            .param("protocol", AgentProtocol.MUSTER_AGENT_V1.id())
            .param("platform", Sql.orNull(request.platform().map(Texts::clean)))
            .param("labels", Texts.json(labels))
            .param("at", Sql.at(join.at()))
            .param("by", who)
            .update()
        > 0;
  }

  private void keep(JoinTokenRecord by, NewJoin join, Admission admission, String who) {
    JoinRequest request = join.request();
    sql.statement(
            """
            with counted as (
              update join_tokens set used = used + 1, last_used_at = :at where id = :joinToken
            )
            insert into agent_credentials
              (cluster, node, state, token, token_hash, certificate, created_at, created_by,
              rotated_at)
            values (:cluster, :node, :state, :token, decode(:hash, 'hex'), :certificate::text, :at,
              :by, :at)
            """)
        .param("cluster", by.cluster().value())
        .param("node", request.node().value())
        .param("joinToken", by.id())
        .param("state", admission.name())
        .param("token", join.token().sealed())
        .param("hash", join.token().hash().value())
        .param("certificate", Sql.orNull(request.certificate().map(Fingerprint::value)))
        .param("at", Sql.at(join.at()))
        .param("by", who)
        .update();
  }
}
