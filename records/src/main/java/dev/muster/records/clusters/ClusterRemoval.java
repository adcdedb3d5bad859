package dev.muster.records.clusters;

/** What became of a request to remove a cluster. */
public sealed interface ClusterRemoval {

  /** It is gone, with its nodes; its runs, actions and audit stay. */
  record Removed() implements ClusterRemoval {}

  /** There is none of this name. */
  record NotFound() implements ClusterRemoval {}

  /**
   * It is still in use.
   *
   * @param members that providers made, and would not be known of any more
   */
  record Refused(int openRuns, int unfinishedActions, int members) implements ClusterRemoval {}
}
