package dev.muster.domain.policy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Member;
import java.util.Map;

/**
 * A kind of places, by the label that the nodes that make members have for it.
 *
 * @param label such as {@code zone}
 * @param decision where the document says how many members each place gets or gives
 */
record Place(String label, String decision) {

  static final Place REGION = new Place("region", "regions");
  static final Place ZONE = new Place("zone", "zones");

  /** Where a node that makes members is; empty text if nobody said. */
  String of(NodeId provider, Occasion occasion) {
    return occasion.providers().getOrDefault(provider, Map.of()).getOrDefault(label, "");
  }

  /** Where a member is: as its node's maker is now, else as it was decided when it was made. */
  String of(Member member, Occasion occasion) {
    String made = member.provider().map(provider -> of(provider, occasion)).orElse("");
    return made.isEmpty() ? member.data().path("placement").path(label).asString("") : made;
  }
}
