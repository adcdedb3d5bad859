package dev.muster.domain.discovery;

import dev.muster.domain.cluster.NodeId;
import java.util.List;

/** What follows from a reading. */
public sealed interface DiscoveryNext {

  /**
   * What to write; often nothing.
   *
   * @param added new nodes
   * @param changed known nodes whose address, role or labels are others now
   * @param back vanished nodes that are there again
   * @param vanished nodes that the source does not name any more
   * @param removed nodes that vanished long ago
   * @param notes what was not taken and why, for people
   */
  record Take(
      List<WantedNode> added,
      List<WantedNode> changed,
      List<WantedNode> back,
      List<NodeId> vanished,
      List<NodeId> removed,
      List<String> notes)
      implements DiscoveryNext {

    /** Whether a node has to be written. */
    public boolean writes() {
      return !(added.isEmpty()
          && changed.isEmpty()
          && back.isEmpty()
          && vanished.isEmpty()
          && removed.isEmpty());
    }
  }

  /**
   * Nothing of the reading is taken until somebody confirms it: too many nodes would vanish.
   *
   * @param key of these nodes; what is confirmed is this
   * @param why for people, and what to do about it
   */
  record Held(List<NodeId> vanishing, String key, String why) implements DiscoveryNext {}
}
