package dev.muster.domain.policy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Candidates;
import dev.muster.domain.member.Criterion;
import dev.muster.domain.member.Member;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Chooses the members that go: as many as are to go from each region and zone, where that was
 * decided; those who are not well first, then by the criterion.
 */
final class Victims {

  private final Occasion occasion;
  private final List<Member> order;

  Victims(Occasion occasion, Criterion criterion) {
    this.occasion = occasion;
    Map<NodeId, Member> members =
        occasion.members().stream()
            .collect(Collectors.toMap(Member::node, Function.identity(), (one, other) -> one));
    long seed = occasion.action().value().getMostSignificantBits();
    this.order =
        Candidates.of(occasion.members(), occasion.members().size(), criterion, seed).stream()
            .distinct()
            .map(members::get)
            .toList();
  }

  /**
   * As many members, or all if there are fewer. Where regions and zones cannot both have what was
   * decided, regions have it; where the members do not suffice, the number is what counts.
   *
   * @param deletion what was decided before
   */
  List<NodeId> of(int count, JsonNode deletion) {
    Quotas quotas = new Quotas(deletion);
    Set<NodeId> chosen = new LinkedHashSet<>();
    for (Quotas.Strictness strictness : Quotas.Strictness.values()) {
      for (Member member : order) {
        String region = Place.REGION.of(member, occasion);
        String zone = Place.ZONE.of(member, occasion);
        if (quotas.have(region, zone, strictness)
            && chosen.size() < count
            && chosen.add(member.node())) {
          quotas.take(region, zone);
        }
      }
    }
    return new ArrayList<>(chosen);
  }
}
