package dev.muster.domain.member;

import dev.muster.domain.cluster.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

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
      Collections.shuffle(order, new Random(seed));
    }
    order.sort(Comparator.comparingInt(Candidates::rank).thenComparing(by(criterion)));
    return order.stream().limit(Math.max(0, count)).map(Member::node).toList();
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
