package dev.muster.records.nodes;

import dev.muster.domain.discovery.DiscoveryName;

/** What became of a request to register a node. */
public sealed interface NodeRegistration {

  /** It is new. */
  record Created(NodeRecord node) implements NodeRegistration {}

  /** It was known; its address, role and labels are now the ones given. */
  record Updated(NodeRecord node) implements NodeRegistration {}

  /** A discovery says what it is. */
  record Discovered(DiscoveryName by) implements NodeRegistration {}

  /** There is no such cluster. */
  record NoCluster() implements NodeRegistration {}
}
