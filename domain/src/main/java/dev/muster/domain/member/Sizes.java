package dev.muster.domain.member;

import java.util.Optional;

/**
 * How many members a cluster is to have.
 *
 * @param most empty if there is no bound
 */
public record Sizes(int least, Optional<Integer> most, int desired) {

  /** Of a cluster that nobody gave sizes. */
  public static final Sizes UNBOUNDED = new Sizes(0, Optional.empty(), 0);

  /** Why the cluster may not have so many members; empty if it may. As OpenStack Senlin says it. */
  public Optional<String> whyNot(int capacity) {
    return tooFew(capacity).or(() -> tooMany(capacity));
  }

  /** Why members may not go until there are so many; empty if they may. */
  public Optional<String> tooFew(int capacity) {
    return capacity < least
        ? Optional.of(
            "The target capacity (%d) is less than the cluster's min_size (%d)."
                .formatted(capacity, least))
        : Optional.empty();
  }

  /** Why members may not come until there are so many; empty if they may. */
  public Optional<String> tooMany(int capacity) {
    return most.filter(bound -> capacity > bound)
        .map(bound ->
            "The target capacity (%d) is greater than the cluster's max_size (%d)."
                .formatted(capacity, bound));
  }

  /** The nearest number of members that the cluster may have. */
  public int nearest(int capacity) {
    return Math.min(Math.max(capacity, least), most.orElse(Integer.MAX_VALUE));
  }
}
