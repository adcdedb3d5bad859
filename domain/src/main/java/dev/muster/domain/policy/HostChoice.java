package dev.muster.domain.policy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which nodes make new members: nodes of the regions and zones that were decided, by a rule about
 * hosts. The rule is kept in the document, so that it holds whichever policy is asked last.
 */
final class HostChoice {

  private final Occasion occasion;
  private final ObjectNode data;
  private final Rule rule;
  private final Map<NodeId, String> hosts = new TreeMap<>();
  private final Map<String, Integer> loads = new HashMap<>();

  /** How members share hosts. */
  enum Rule {
    /** As evenly as can be. */
    SPREAD("soft-anti-affinity"),
    /** No two on a host. */
    APART("anti-affinity"),
    /** Together, as many as can be. */
    TOGETHER("affinity");

    private final String word;

    Rule(String word) {
      this.word = word;
    }

    static Rule of(String word) {
      for (Rule rule : values()) {
        if (rule.word.equals(word)) {
          return rule;
        }
      }
      return SPREAD;
    }
  }

  private HostChoice(Occasion occasion, ObjectNode data) {
    this.occasion = occasion;
    this.data = data;
    JsonNode asked = data.path("placement");
    this.rule = Rule.of(asked.path("policies").asString(""));
    Optional<String> label = asked.path("label").asStringOpt();
    occasion
        .providers()
        .forEach((node, labels) ->
            hosts.put(
                node, label.map(labels::get).filter(host -> !host.isEmpty()).orElse(node.value())));
    occasion.members().stream().flatMap(member -> member.provider().stream()).forEach(this::load);
  }

  /** Writes a place for each new member, or says why there is none. */
  static Optional<String> write(int count, Occasion occasion, ObjectNode data) {
    HostChoice choice = new HostChoice(occasion, data);
    List<NodeId> nodes = choice.nodes(count);
    if (nodes.size() < count) {
      return Optional.of(
          "%d of %d new members have a host by %s on %d nodes that make members (expected: a host for each; add nodes or ask for fewer)"
              .formatted(nodes.size(), count, choice.rule.word, occasion.providers().size()));
    }
    ArrayNode placements = WireFormat.JSON.createArrayNode();
    for (NodeId node : nodes) {
      ObjectNode placement = placements.addObject().put("provider", node.value());
      for (Place place : List.of(Place.REGION, Place.ZONE)) {
        if (!place.of(node, occasion).isEmpty()) {
          placement.put(place.label(), place.of(node, occasion));
        }
      }
    }
    ObjectNode placement = JsonParts.child(data, "placement");
    placement.put("count", count);
    placement.set("placements", placements);
    return Optional.empty();
  }

  private List<NodeId> nodes(int count) {
    Quotas quotas = new Quotas(data.path("creation"));
    List<NodeId> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Optional<NodeId> next = Optional.empty();
      for (Quotas.Strictness strictness : Quotas.Strictness.values()) {
        if (next.isEmpty()) {
          next = best(quotas, strictness);
        }
      }
      if (next.isEmpty()) {
        return nodes;
      }
      nodes.add(next.get());
      load(next.get());
      quotas.take(Place.REGION.of(next.get(), occasion), Place.ZONE.of(next.get(), occasion));
    }
    return nodes;
  }

  private Optional<NodeId> best(Quotas quotas, Quotas.Strictness strictness) {
    Comparator<NodeId> fewest = Comparator.comparingInt(this::loadOf);
    return hosts.keySet().stream()
        .filter(node -> rule != Rule.APART || loadOf(node) == 0)
        .filter(node ->
            quotas.have(Place.REGION.of(node, occasion), Place.ZONE.of(node, occasion), strictness))
        .min(rule == Rule.TOGETHER ? fewest.reversed() : fewest);
  }

  private int loadOf(NodeId node) {
    return loads.getOrDefault(hosts.getOrDefault(node, node.value()), 0);
  }

  private void load(NodeId node) {
    loads.merge(hosts.getOrDefault(node, node.value()), 1, Integer::sum);
  }
}
