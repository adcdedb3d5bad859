package dev.muster.domain.cluster;

/**
 * Under what a cycle writes. The cluster's row holds the newest epoch and cycle; a write under an
 * older epoch, or under an older cycle of the same epoch, is refused and ends the writer, so a
 * zombie does no harm.
 *
 * @param epoch taken by the orchestration workflow when it starts; at least 1
 * @param cycle counted within the epoch, from 1; 0 before the first
 */
public record Fence(ClusterName cluster, long epoch, long cycle) {

  /** The next cycle under this epoch. */
  public Fence next() {
    return new Fence(cluster, epoch, cycle + 1);
  }
}
