package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.member.Member;
import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * From which regions, or zones, members go, and in which they come: so that each has its share by
 * weight as nearly as can be, and none more than its cap.
 */
final class PlacementPolicy implements Policy {

  static final PlacementPolicy REGIONS = new PlacementPolicy("region_placement", 200, Place.REGION);
  static final PlacementPolicy ZONES = new PlacementPolicy("zone_placement", 300, Place.ZONE);

  private static final Set<PolicyVerb> VERBS =
      EnumSet.of(
          PolicyVerb.CLUSTER_CREATE,
          PolicyVerb.CLUSTER_SCALE_IN,
          PolicyVerb.CLUSTER_SCALE_OUT,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.NODE_CREATE);

  private final String type;
  private final int priority;
  private final Place place;

  private PlacementPolicy(String type, int priority, Place place) {
    this.type = type;
    this.priority = priority;
    this.place = place;
  }

  /** A place as the specification has it, and how many members are there. */
  private static final class Site {

    private final String name;
    private final int weight;
    private final int most;
    private int members;
    private int moved;

    Site(String name, int weight, int most) {
      this.name = name;
      this.weight = weight;
      this.most = most;
    }

    /** How full it is beside its weight, if it had so many members. */
    double load(int of) {
      if (weight == 0) {
        return of == 0 ? 0 : Double.MAX_VALUE;
      }
      return (double) of / weight;
    }
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public boolean isSingle() {
    return true;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    List<String> names = new ArrayList<>();
    for (JsonNode site : spec.path(place.decision())) {
      String name = site.path("name").asString("");
      if (names.contains(name)) {
        return Optional.of(
            "/%s/%d/name: '%s' is there twice (expected: each once)"
                .formatted(place.decision(), names.size(), name));
      }
      names.add(name);
    }
    return Optional.empty();
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return side == Side.BEFORE && PolicyVerb.of(kind).filter(VERBS::contains).isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    return switch (Demand.of(occasion, data)) {
      case Demand.Unfit(String why) -> Optional.of(why);
      case Demand.Stay stays -> Optional.empty();
      case Demand.Grow(int count) -> grow(sites(binding, occasion), occasion, count, data);
      case Demand.Shrink(int count) -> shrink(sites(binding, occasion), occasion, count, data);
    };
  }

  private Map<String, Site> sites(Binding binding, Occasion occasion) {
    Map<String, Site> sites = new LinkedHashMap<>();
    for (JsonNode one : binding.spec().path(place.decision())) {
      int cap = one.path("cap").asInt(-1);
      String name = one.path("name").asString("");
      sites.put(
          name, new Site(name, one.path("weight").asInt(100), cap < 0 ? Integer.MAX_VALUE : cap));
    }
    for (Member member : occasion.members()) {
      sites.computeIfAbsent(place.of(member, occasion), name -> new Site(name, 0, 0)).members++;
    }
    return sites;
  }

  private Optional<String> grow(
      Map<String, Site> sites, Occasion occasion, int count, ObjectNode data) {
    List<Site> open =
        sites.values().stream()
            .filter(site -> site.weight > 0 && hasProvider(site.name, occasion))
            .toList();
    for (int i = 0; i < count; i++) {
      Optional<Site> next =
          open.stream()
              .filter(site -> site.members < site.most)
              .min((one, other) ->
                  Double.compare(one.load(one.members + 1), other.load(other.members + 1)));
      if (next.isEmpty()) {
        return Optional.of(
            "There is no feasible plan to handle all nodes: %d of %d new members have a place in %s"
                .formatted(i, count, open.stream().map(site -> site.name).toList()));
      }
      next.get().members++;
      next.get().moved++;
    }
    write(JsonParts.child(data, "creation"), count, sites);
    return HostChoice.write(count, occasion, data);
  }

  private Optional<String> shrink(
      Map<String, Site> sites, Occasion occasion, int count, ObjectNode data) {
    for (int i = 0; i < Math.min(count, occasion.members().size()); i++) {
      Site next =
          sites.values().stream()
              .filter(site -> site.members > 0)
              .max((one, other) -> Double.compare(one.load(one.members), other.load(other.members)))
              .orElseThrow();
      next.members--;
      next.moved++;
    }
    write(JsonParts.child(data, "deletion"), count, sites);
    return Optional.empty();
  }

  private void write(ObjectNode decision, int count, Map<String, Site> sites) {
    ObjectNode moved = WireFormat.JSON.createObjectNode();
    sites.values().stream()
        .filter(site -> site.moved > 0)
        .forEach(site -> moved.put(site.name, site.moved));
    decision.put("count", count);
    decision.set(place.decision(), moved);
  }

  private boolean hasProvider(String name, Occasion occasion) {
    return occasion.providers().keySet().stream()
        .anyMatch(provider -> place.of(provider, occasion).equals(name));
  }
}
