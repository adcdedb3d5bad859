package dev.muster.records.clusters;

/** What became of a request to remove a cluster. */
public sealed interface ClusterRemoval {

  /** It is gone, with its nodes; its runs, actions and audit stay. */
  record Removed() implements ClusterRemoval {}

  /** There is none of this name. */
  record NotFound() implements ClusterRemoval {}

  /** It is still in use. */
  record Refused(int openRuns, int unfinishedActions) implements ClusterRemoval {}
}
