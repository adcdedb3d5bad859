package dev.muster.domain.autopilot;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the nodes of a cluster say that they run: the controllers, whose version is the cluster's;
 * all nodes if no controller is known to Muster.
 *
 * @param lowest empty if nobody says it
 */
public record RunningVersions(Optional<K0sVersion> lowest) {

  /** The attribute by which an agent tells the version of k0s on its node. */
  public static final String ATTRIBUTE = "k0s.version";

  /** A node and what its agent says of it. */
  public record Node(Optional<String> role, Map<String, String> attributes) {

    private boolean isController() {
      return role.filter(word -> word.startsWith("controller")).isPresent();
    }

    private Optional<K0sVersion> version() {
      return Optional.ofNullable(attributes.get(ATTRIBUTE)).flatMap(K0sVersion::find);
    }
  }

  /** Of these nodes. */
  public static RunningVersions of(List<Node> nodes) {
    List<Node> controllers = nodes.stream().filter(Node::isController).toList();
    return new RunningVersions(
        (controllers.isEmpty() ? nodes : controllers)
            .stream().flatMap(node -> node.version().stream()).min(Comparator.naturalOrder()));
  }
}
