package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Membership.KnownNode;
import dev.muster.domain.member.Profile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Which provider makes a new member. */
final class Placing {

  /** What a placement may ask of a provider's labels. */
  private static final List<String> LABELS = List.of("region", "zone", "host");

  private Placing() {}

  /**
   * The one with the fewest members of those that are placed as asked; one whose agent answers
   * rather than one that is silent.
   *
   * @param place what policies decided: a {@code provider}, or its region, zone and host
   */
  static Optional<NodeId> provider(Roster roster, Profile profile, JsonNode place) {
    return providers(roster, profile).entrySet().stream()
        .filter(one -> fits(one.getKey(), one.getValue(), place))
        .min(
            Comparator.<Map.Entry<NodeId, KnownNode>>comparingInt(
                    one -> one.getValue().status().agentAnswers() ? 0 : 1)
                .thenComparingLong(one -> roster.madeBy(one.getKey()))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey);
  }

  /** Why there is none. */
  static String none(Roster roster, Profile profile, JsonNode place) {
    return "no node of cluster %s makes members of profile %s%s (expected: a node with the labels %s whose agent knows the profile's kinds)"
        .formatted(
            roster.was().cluster(),
            profile.name(),
            place.isObject() ? " placed at " + place : "",
            profile.providers().labels());
  }

  /** The nodes that make members; a member is none of them. */
  static Map<NodeId, KnownNode> providers(Roster roster, Profile profile) {
    Map<NodeId, KnownNode> providers = new TreeMap<>();
    roster
        .was()
        .nodes()
        .forEach((node, known) -> {
          if (profile.isProvider(known.labels()) && roster.find(node).isEmpty()) {
            providers.put(node, known);
          }
        });
    return providers;
  }

  private static boolean fits(NodeId node, KnownNode known, JsonNode place) {
    JsonNode named = place.path("provider");
    return (!named.isString() || named.stringValue().equals(node.value()))
        && LABELS.stream()
            .allMatch(label ->
                !place.path(label).isString()
                    || place
                        .path(label)
                        .stringValue()
                        .equals(known.labels().getOrDefault(label, "")));
  }
}
