package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Membership;
import dev.muster.domain.policy.Binding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is known to an action that changes members.
 *
 * @param policies that are attached to the cluster
 * @param data what was decided so far
 * @param course its plan; empty before there is one
 * @param outputs of the actions that it derived and that have ended
 * @param busy nodes on which a playbook, or something else, is in work
 */
public record MemberScene(
    Membership membership,
    List<Binding> policies,
    ObjectNode data,
    Optional<PlanCourse> course,
    Map<ActionId, JsonNode> outputs,
    Set<NodeId> busy) {}
