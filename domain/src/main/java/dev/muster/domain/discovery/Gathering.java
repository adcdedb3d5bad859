package dev.muster.domain.discovery;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeLabels;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The nodes of a document as they are found, each checked once. */
final class Gathering {

  /** More would not fit into one transaction in a few seconds. */
  static final int MOST_NODES = 100_000;

  private static final int MOST_NOTES = 10;
  private static final int LONGEST_SHOWN = 60;

  private final DiscoveryRules rules;
  private final Map<NodeId, WantedNode> nodes = new TreeMap<>();
  private final Map<AgentAddress, NodeId> addresses = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private int leftOut;

  /**
   * A host as a document names it.
   *
   * @param name of the host, of which the node's id is made
   * @param host where it is; IPv6 without brackets
   * @param port of its agent, if the document says so
   */
  record Host(String name, String host, Optional<Integer> port) {}

  /**
   * What a document says of a host for us alone.
   *
   * @param id in the place of the one that is made of its name
   * @param address in the place of the one that is made of its host
   */
  record Said(Optional<String> id, Optional<String> address, Optional<String> role) {}

  Gathering(DiscoveryRules rules) {
    this.rules = rules;
  }

  SourceReading.Named named() {
    List<String> all = new ArrayList<>(notes);
    if (leftOut > notes.size()) {
      all.add("%d more labels do not fit and were left out".formatted(leftOut - notes.size()));
    }
    return new SourceReading.Named(List.copyOf(nodes.values()), all);
  }

  /** Takes a host; one that was named before must be the same node, and gets the labels of both. */
  void add(Host host, Said said, Map<String, String> labels) {
    NodeId id = id(said.id().orElseGet(() -> idOf(host.name())));
    WantedNode node = new WantedNode(id, address(host, said), role(id, said), fitting(id, labels));
    Optional<WantedNode> before = Optional.ofNullable(nodes.get(id));
    nodes.put(id, before.map(known -> both(known, node)).orElse(node));
    NodeId other = addresses.putIfAbsent(node.agent(), id);
    if (other != null && !other.equals(id)) {
      throw new UnusableException(
          "nodes %s and %s have the same agent %s (expected: one agent a node)"
              .formatted(other, id, node.agent().value()));
    }
    if (nodes.size() > MOST_NODES) {
      throw new UnusableException(
          "it names more than %d nodes (expected: fewer; several sources may share them)"
              .formatted(MOST_NODES));
    }
  }

  /** Host names are not case-sensitive, and no node's name has an underscore. */
  private static String idOf(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static NodeId id(String text) {
    try {
      return new NodeId(text);
    } catch (IllegalArgumentException e) {
      throw new UnusableException(
          "'%s' is no name of a node (expected: lower-case letters, digits, '-' or '.'; muster_node names it otherwise)"
              .formatted(Shortened.to(LONGEST_SHOWN, text)));
    }
  }

  private AgentAddress address(Host host, Said said) {
    try {
      return said.address()
          .map(AgentAddress::new)
          .orElseGet(() -> rules.address().orElseGet(() -> pattern(host)).of(host.host()));
    } catch (IllegalArgumentException e) {
      throw new UnusableException(
          "the agent of '%s' has no usable address (expected: http://host:port or https://host:port)"
              .formatted(Shortened.to(LONGEST_SHOWN, host.name())));
    }
  }

  private static AddressPattern pattern(Host host) {
    return host.port()
        .map(port -> new AddressPattern("http://{host}:" + port))
        .orElse(AddressPattern.DEFAULT);
  }

  private static Optional<String> role(NodeId id, Said said) {
    try {
      said.role().ifPresent(role -> Label.require("role", role));
      return said.role();
    } catch (IllegalArgumentException e) {
      throw new UnusableException("node %s: %s".formatted(id, e.getMessage()));
    }
  }

  /** A label that selectors could not name is left out: sources are written for others, too. */
  private Map<String, String> fitting(NodeId id, Map<String, String> labels) {
    Map<String, String> fitting = new TreeMap<>();
    labels.forEach((key, value) ->
        NodeLabels.unfit(key, value)
            .ifPresentOrElse(why -> leaveOut(id, key), () -> fitting.put(key, value)));
    return fitting;
  }

  private void leaveOut(NodeId id, String key) {
    if (++leftOut <= MOST_NOTES) {
      notes.add(
          "node %s: label '%s' does not fit and was left out"
              .formatted(id, Shortened.to(LONGEST_SHOWN, key)));
    }
  }

  private static WantedNode both(WantedNode one, WantedNode other) {
    Map<String, String> labels = new TreeMap<>(one.labels());
    other
        .labels()
        .forEach((key, value) -> {
          String before = labels.put(key, value);
          if (before != null && !before.equals(value)) {
            throw twice(one.id(), "label " + key);
          }
        });
    if (!one.agent().equals(other.agent())) {
      throw twice(one.id(), "agent");
    }
    if (!one.role().equals(other.role()) && one.role().isPresent() && other.role().isPresent()) {
      throw twice(one.id(), "role");
    }
    return new WantedNode(one.id(), one.agent(), one.role().or(other::role), labels);
  }

  private static UnusableException twice(NodeId id, String what) {
    return new UnusableException(
        "node %s is named twice, each time with another %s (expected: once, or the same)"
            .formatted(id, what));
  }
}
