package dev.muster.records.nodes;

import dev.muster.domain.discovery.DiscoveryName;

/** What became of a request to remove a node. */
public sealed interface NodeRemoval {

  /** It is gone; its actions stay in the history. */
  record Removed() implements NodeRemoval {}

  /** There is none of this id in the cluster. */
  record NotFound() implements NodeRemoval {}

  /** A discovery names it, and would add it again. */
  record Discovered(DiscoveryName by) implements NodeRemoval {}

  /** It is a member of the cluster, which an action makes leave. */
  record IsMember() implements NodeRemoval {}

  /** It has actions that are not finished. */
  record Refused(int unfinishedActions) implements NodeRemoval {}
}
