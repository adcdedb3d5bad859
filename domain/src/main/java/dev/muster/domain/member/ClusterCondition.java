package dev.muster.domain.member;

import java.util.Collection;

/** How a cluster is, by how many of its members are there and well (OpenStack Senlin). */
public enum ClusterCondition {
  /** It has as many as it is to have. */
  ACTIVE,
  /** It has fewer or more than it is to have. */
  WARNING,
  /** It has fewer than it must have. */
  ERROR;

  /** By its sizes and its members. */
  public static ClusterCondition of(Sizes sizes, Collection<MemberRecord> members) {
    return of(
        sizes, members.stream().filter(one -> one.member().state() == MemberState.ACTIVE).count());
  }

  /** By its sizes, and how many members are there and not broken. */
  public static ClusterCondition of(Sizes sizes, long active) {
    if (active < sizes.least()) {
      return ERROR;
    }
    boolean tooMany = sizes.most().filter(most -> active > most).isPresent();
    return active < sizes.desired() || tooMany ? WARNING : ACTIVE;
  }
}
