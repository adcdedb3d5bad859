package dev.muster.domain.policy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.Sizes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * All that policies may know of an action on a cluster.
 *
 * @param providers nodes whose agents can make members, with their labels: zone, region, host
 * @param succeeded whether its work was done well; true before it
 */
public record Occasion(
    Policy.Side side,
    ActionId action,
    ActionKind kind,
    JsonNode inputs,
    Sizes sizes,
    List<Member> members,
    Map<NodeId, Map<String, String>> providers,
    Instant now,
    boolean succeeded) {

  public Occasion {
    members = List.copyOf(members);
    providers = Map.copyOf(providers);
  }
}
