package dev.muster.records.members;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.PlanCourse;
import dev.muster.domain.member.MemberChange;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberChange.WithNode;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.ProfileKey;
import dev.muster.records.changes.Noted;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Writes members and sizes, and how far actions that change them are. Handed out by the fence. */
public final class MemberWrites {

  /** Who adds the node of a member. */
  private static final String BY = "muster";

  private static final String LABEL_PROFILE = "muster.dev/profile";
  private static final String LABEL_PROVIDER = "muster.dev/provider";

  private static final String PUT =
      """
      insert into members as m (cluster, node, index, provider, state, reason, profile, profile_version,
        profile_since, physical, address, data, tainted, in_hand, created_at)
      select :cluster, node, index, provider, state, reason, profile, profile_version, profile_since,
        physical, address, data, tainted, in_hand, created_at
      from unnest(:nodes, :indexes, :providers, :states, :reasons, :profiles, :versions, :since,
          :physicals, :addresses, :datas, :tainted, :inHand, :createdAt)
        as f (node, index, provider, state, reason, profile, profile_version, profile_since, physical,
          address, data, tainted, in_hand, created_at)
      on conflict (cluster, node) do update
      set provider = excluded.provider, state = excluded.state, reason = excluded.reason,
        profile = excluded.profile, profile_version = excluded.profile_version,
        profile_since = excluded.profile_since, physical = excluded.physical,
        address = excluded.address, data = excluded.data, in_hand = excluded.in_hand
      """;

  private final Sql sql;
  private final ClusterName cluster;
  private final Noted noted;

  public MemberWrites(Sql sql, ClusterName cluster, Noted noted) {
    this.sql = sql;
    this.cluster = cluster;
    this.noted = noted;
  }

  /**
   * Writes what an action changes of members, each as it is in the end.
   *
   * @return nodes whose agents are to be visited for the first time, or elsewhere than before
   */
  public Set<NodeId> apply(List<MemberChange> changes, Instant at) {
    Map<NodeId, MemberRecord> put = new LinkedHashMap<>();
    Map<NodeId, WithNode> dropped = new LinkedHashMap<>();
    Map<NodeId, String> reached = new LinkedHashMap<>();
    Optional<ClusterShape> shape = Optional.empty();
    for (MemberChange change : changes) {
      switch (change) {
        case MemberChange.Put(MemberRecord member) -> put.put(member.node(), member);
        case MemberChange.Reach(NodeId member, String address) -> reached.put(member, address);
        case MemberChange.Drop(NodeId member, WithNode node) -> {
          put.remove(member);
          reached.remove(member);
          dropped.put(member, node);
        }
        case MemberChange.Resize(ClusterShape other) -> shape = Optional.of(other);
      }
    }
    drop(dropped);
    put(put.values());
    shape.ifPresent(this::resize);
    reach(reached, put, at);
    if (!dropped.isEmpty() || !reached.isEmpty()) {
      noted.everything();
    }
    return new LinkedHashSet<>(reached.keySet());
  }

  /** What policies decided of an action, and how far its plan is. */
  public void keep(ActionId action, ObjectNode data, Optional<PlanCourse> course) {
    sql.statement(
            """
            update actions set data = :data::jsonb, plan = coalesce(:plan::jsonb, plan)
            where id = :id
            """)
        .param("id", action.value())
        .param("data", Texts.json(data))
        .param("plan", Sql.orNull(course.map(Texts::json)))
        .update();
  }

  /**
   * An action is over that had members in hand, and nobody says any more what became of them: they
   * are broken, with this reason.
   */
  public void abandon(ActionId action, String why) {
    sql.statement(
            """
            update members set state = 'ERROR', reason = :why, in_hand = null
            where cluster = :cluster and in_hand = :action
            """)
        .param("cluster", cluster.value())
        .param("action", action.value())
        .param("why", Texts.clean(why))
        .update();
  }

  private void put(Collection<MemberRecord> members) {
    if (members.isEmpty()) {
      return;
    }
    sql.statement(PUT)
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(members, MemberRecord::node))
        .param("indexes", ArrayValue.integers(members, one -> one.member().index()))
        .param("providers", ArrayValue.optionalTexts(members, one -> one.member().provider()))
        .param("states", ArrayValue.texts(members, MemberRecord::state))
        .param("reasons", ArrayValue.optionalTexts(members, MemberRecord::reason))
        .param(
            "profiles",
            ArrayValue.optionalTexts(members, one -> one.profile().map(ProfileKey::name)))
        .param(
            "versions",
            ArrayValue.optionalIntegers(members, one -> one.profile().map(ProfileKey::version)))
        .param("since", ArrayValue.instants(members, one -> one.member().profileSince()))
        .param("physicals", ArrayValue.optionalJsons(members, MemberRecord::physical))
        .param("addresses", ArrayValue.optionalTexts(members, MemberRecord::address))
        .param("datas", ArrayValue.jsons(members, MemberRecord::data))
        .param("tainted", ArrayValue.flags(members, one -> one.member().tainted()))
        .param(
            "inHand", ArrayValue.optionalUuids(members, one -> one.inHand().map(ActionId::value)))
        .param("createdAt", ArrayValue.instants(members, one -> one.member().createdAt()))
        .update();
  }

  private void drop(Map<NodeId, WithNode> dropped) {
    if (dropped.isEmpty()) {
      return;
    }
    List<NodeId> going =
        dropped.entrySet().stream()
            .filter(one -> one.getValue() == WithNode.GOES)
            .map(Map.Entry::getKey)
            .toList();
    sql.statement("delete from members where cluster = :cluster and node = any(:nodes)")
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(dropped.keySet(), NodeId::value))
        .update();
    sql.statement("delete from nodes where cluster = :cluster and id = any(:nodes)")
        .param("cluster", cluster.value())
        .param("nodes", ArrayValue.texts(going, NodeId::value))
        .update();
  }

  private void resize(ClusterShape shape) {
    sql.statement(
            """
            update clusters set min_size = :least, max_size = :most::integer, desired_size = :desired,
              next_index = :next, profile = :profile::text, profile_version = :version::integer
            where name = :cluster
            """)
        .param("cluster", cluster.value())
        .param("least", shape.sizes().least())
        .param("most", Sql.orNull(shape.sizes().most()))
        .param("desired", shape.sizes().desired())
        .param("next", shape.nextIndex())
        .param("profile", Sql.orNull(shape.profile().map(ProfileKey::name)))
        .param("version", Sql.orNull(shape.profile().map(ProfileKey::version)))
        .update();
  }

  /** What a person registered of a node of this name stays, but for the address. */
  private void reach(Map<NodeId, String> reached, Map<NodeId, MemberRecord> members, Instant at) {
    if (reached.isEmpty()) {
      return;
    }
    List<Map.Entry<NodeId, String>> rows = new ArrayList<>(reached.entrySet());
    sql.statement(
            """
            insert into nodes as n (cluster, id, agent_address, protocol, labels, added_at, added_by)
            select :cluster, id, address, :protocol, labels, :at, :by
            from unnest(:nodes, :addresses, :labels) as f (id, address, labels)
            on conflict (cluster, id) do update set agent_address = excluded.agent_address
            """)
        .param("cluster", cluster.value())
        .param("protocol", AgentProtocol.MUSTER_AGENT_V1.id())
        .param("at", Sql.at(at))
        .param("by", BY)
        .param("nodes", ArrayValue.texts(rows, Map.Entry::getKey))
        .param("addresses", ArrayValue.texts(rows, Map.Entry::getValue))
        .param(
            "labels",
            ArrayValue.jsons(rows, row -> labels(Optional.ofNullable(members.get(row.getKey())))))
        .update();
  }

  private static Map<String, String> labels(Optional<MemberRecord> member) {
    Map<String, String> labels = new HashMap<>();
    member
        .flatMap(MemberRecord::profile)
        .ifPresent(profile -> labels.put(LABEL_PROFILE, profile.name()));
    member
        .flatMap(one -> one.member().provider())
        .map(NodeId::value)
        .filter(provider -> provider.length() <= 63)
        .ifPresent(provider -> labels.put(LABEL_PROVIDER, provider));
    return labels;
  }
}
