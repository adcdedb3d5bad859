package dev.muster.records.discoveries;

/** What became of a request to make a discovery. */
public sealed interface DiscoveryCreation {

  /** It was made. */
  record Created(DiscoveryRecord discovery) implements DiscoveryCreation {}

  /** There is one of this name already; it stays as it is. */
  record Existing(DiscoveryRecord discovery) implements DiscoveryCreation {}

  /** There is no such cluster. */
  record NoCluster() implements DiscoveryCreation {}

  /** The cluster has as many as it may. */
  record TooMany(int most) implements DiscoveryCreation {}
}
