package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterVerbs;
import dev.muster.domain.clusteraction.MemberScene;
import dev.muster.domain.policy.Policy;
import dev.muster.domain.policy.PolicyChain;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.NodeState;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.policies.PolicyBindings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What actions that change members read and write, beside what all actions on clusters do. */
final class MemberScenes {

  private final Records records;
  private final Cluster cluster;

  MemberScenes(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** Of one that has its turn; empty if it changes no members. */
  Optional<MemberScene> beginning(ActionId action, ActionKind kind) {
    return scene(action, kind, Map.of());
  }

  /** Of one of which everything has ended that it derived. */
  Optional<MemberScene> over(ActionId action, ActionKind kind, List<EndedChild> ended) {
    return ClusterVerbs.changesMembers(kind)
        ? scene(
            action,
            kind,
            records.actionReads().payloadsOf(ended.stream().map(EndedChild::id).toList()))
        : Optional.empty();
  }

  private Optional<MemberScene> scene(
      ActionId action, ActionKind kind, Map<ActionId, JsonNode> outputs) {
    return ClusterVerbs.changesMembers(kind)
        ? Optional.of(
            new MemberScene(
                records.members().membership(cluster.name()),
                records.policyBindings().of(cluster.name()),
                records.members().data(action).orElseGet(WireFormat.JSON::createObjectNode),
                records.members().course(action),
                outputs,
                busy(action)))
        : Optional.empty();
  }

  /** Nodes that a playbook has in work, or whose agents may have something of others. */
  private Set<NodeId> busy(ActionId action) {
    Set<NodeId> busy = new HashSet<>();
    cluster
        .stages()
        .values()
        .forEach(stage ->
            stage
                .members()
                .forEach((node, member) -> {
                  if (member.state() == NodeState.RUNNING) {
                    busy.add(node);
                  }
                }));
    cluster.attended().stream()
        .filter(one -> !one.parent().equals(Optional.of(action)))
        .filter(one -> one.isForAgent() && (one.sentAt().isPresent() || one.state().isOnAgent()))
        .forEach(one -> one.node().ifPresent(busy::add));
    return busy;
  }

  /** Members first: what is derived then is for those that are recorded. */
  void write(ActionBrief action, ClusterActionNext.Changing changing) {
    cluster.members(changing.changes());
    cluster.writes().members().keep(action.id(), changing.data(), changing.course());
    if (changing.then() instanceof ClusterActionNext.End && changing.course().isPresent()) {
      policiesWereAsked(action.kind());
    }
  }

  /** From now on their cooldowns run. What was refused before it began starts none. */
  private void policiesWereAsked(ActionKind kind) {
    PolicyBindings bindings = records.policyBindings();
    bindings.ended(
        cluster.name(),
        PolicyChain.concerned(bindings.of(cluster.name()), kind, Policy.Side.AFTER),
        cluster.now());
  }
}
