package dev.muster.domain.identity;

/** A role on the clusters that a pattern matches. */
public record Grant(Role role, ClusterPattern clusters) {

  @Override
  public String toString() {
    return role + " on " + clusters;
  }
}
