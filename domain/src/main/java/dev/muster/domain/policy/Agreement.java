package dev.muster.domain.policy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Member;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Whether what policies decided together can be done: whatever their order is, and whatever the
 * document said before they were asked.
 */
final class Agreement {

  private static final Set<PolicyVerb> TAKES =
      EnumSet.of(
          PolicyVerb.CLUSTER_SCALE_IN,
          PolicyVerb.CLUSTER_DEL_NODES,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.NODE_DELETE);

  private Agreement() {}

  /** Why not; empty if it can be. */
  static Optional<String> whyNot(Occasion occasion, JsonNode data) {
    JsonNode deletion = data.path("deletion");
    if (occasion.side() == Policy.Side.AFTER
        || deletion.isMissingNode()
        || PolicyVerb.of(occasion.kind()).filter(TAKES::contains).isEmpty()) {
      return Optional.empty();
    }
    OptionalInt count = Demand.number(deletion.path("count"));
    if (count.isEmpty()) {
      return Optional.of(
          "deletion.count: %s (expected: a whole number from 0)".formatted(deletion.path("count")));
    }
    JsonNode candidates = deletion.path("candidates");
    Optional<String> why =
        candidates.isMissingNode()
            ? Optional.empty()
            : unfit(candidates, count.getAsInt(), occasion);
    int remain = occasion.members().size() - count.getAsInt();
    return why.isPresent() || count.getAsInt() == 0 ? why : tooFew(occasion, remain);
  }

  /** The bound above is not looked at: a cluster that is too large may shrink. */
  private static Optional<String> tooFew(Occasion occasion, int remain) {
    return Demand.bounds(occasion).least() > remain
        ? Demand.bounds(occasion).whyNot(remain)
        : remain < 0 ? occasion.sizes().whyNot(remain) : Optional.empty();
  }

  private static Optional<String> unfit(JsonNode candidates, int count, Occasion occasion) {
    Set<String> members =
        occasion.members().stream()
            .map(Member::node)
            .map(NodeId::value)
            .collect(Collectors.toSet());
    Set<String> seen = new HashSet<>();
    for (JsonNode candidate : candidates) {
      String name = candidate.asString("");
      if (!members.contains(name)) {
        return Optional.of(
            "deletion.candidates: %s is no member of the cluster".formatted(candidate));
      }
      if (!seen.add(name)) {
        return Optional.of("deletion.candidates: %s is there twice".formatted(candidate));
      }
    }
    return seen.size() == count && candidates.isArray()
        ? Optional.empty()
        : Optional.of(
            "deletion.candidates: %d members, and deletion.count is %d (expected: as many; the scaling policy is asked before the deletion policy, see their priorities)"
                .formatted(seen.size(), count));
  }
}
