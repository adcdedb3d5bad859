package dev.muster.domain.discovery;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.NodeId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node as a source names it.
 *
 * @param labels by key
 */
public record WantedNode(
    NodeId id, AgentAddress agent, Optional<String> role, Map<String, String> labels) {

  public WantedNode {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
