package dev.muster.domain.member;

import dev.muster.domain.cluster.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which members go, if some have to. */
public final class Candidates {

  private Candidates() {}

  /**
   * As many members as have to go, or all if there are fewer: those that are broken or tainted
   * first, then those that were never made, then by the criterion.
   *
   * @param seed the same one chooses the same members, where chance decides
   */
  public static List<NodeId> of(List<Member> members, int count, Criterion criterion, long seed) {
    List<Member> order = new ArrayList<>(members);
    order.sort(Comparator.comparingInt(Member::index));
    if (criterion == Criterion.RANDOM) {
      order.sort(Comparator.comparingLong(member -> mixed(seed, member.index())));
    }
    order.sort(Comparator.comparingInt(Candidates::rank).thenComparing(by(criterion)));
    return order.stream().limit(Math.max(0, count)).map(Member::node).toList();
  }

  /** Looks like chance, and is none: SplitMix64's last step (Steele, Lea, Flood 2014). */
  private static long mixed(long seed, int index) {
    long mixed = seed + index * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  private static int rank(Member member) {
    boolean made = member.state() != MemberState.CREATING;
    if (made && (member.tainted() || !member.isWell())) {
      return 0;
    }
    return made ? 2 : 1;
  }

  private static Comparator<Member> by(Criterion criterion) {
    Comparator<Member> age = Comparator.comparing(Member::createdAt);
    return switch (criterion) {
      case RANDOM -> (_, _) -> 0;
      case OLDEST_FIRST -> age;
      case OLDEST_PROFILE_FIRST -> Comparator.comparing(Member::profileSince).thenComparing(age);
      case YOUNGEST_FIRST -> age.reversed();
    };
  }
}
