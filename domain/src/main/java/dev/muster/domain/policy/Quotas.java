package dev.muster.domain.policy;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * How many members each region and each zone is still to get or give. Where nothing was decided
 * there is no bound.
 */
final class Quotas {

  private final Map<String, Integer> regions = new HashMap<>();
  private final Map<String, Integer> zones = new HashMap<>();

  /**
   * @param decision {@code creation} or {@code deletion}, as the document has it
   */
  Quotas(JsonNode decision) {
    read(decision.path(Place.REGION.decision()), regions);
    read(decision.path(Place.ZONE.decision()), zones);
  }

  /** What a member must fit; tried one after the other. */
  enum Strictness {
    BOTH,
    REGION,
    NEITHER
  }

  boolean have(String region, String zone, Strictness strictness) {
    boolean inRegion = regions.isEmpty() || regions.getOrDefault(region, 0) > 0;
    return switch (strictness) {
      case BOTH -> inRegion && (zones.isEmpty() || zones.getOrDefault(zone, 0) > 0);
      case REGION -> inRegion;
      case NEITHER -> true;
    };
  }

  void take(String region, String zone) {
    regions.computeIfPresent(region, (name, left) -> left - 1);
    zones.computeIfPresent(zone, (name, left) -> left - 1);
  }

  private static void read(JsonNode decided, Map<String, Integer> quota) {
    decided
        .properties()
        .forEach(place -> quota.put(place.getKey(), Demand.number(place.getValue()).orElse(0)));
  }
}
