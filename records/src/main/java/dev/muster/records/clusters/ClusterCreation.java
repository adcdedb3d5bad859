package dev.muster.records.clusters;

/** What became of a request to make a cluster. */
public sealed interface ClusterCreation {

  ClusterRecord cluster();

  /** It was made. */
  record Created(ClusterRecord cluster) implements ClusterCreation {}

  /** There is one of this name already; it stays as it is. */
  record Existing(ClusterRecord cluster) implements ClusterCreation {}
}
