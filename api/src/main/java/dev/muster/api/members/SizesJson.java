package dev.muster.api.members;

import dev.muster.domain.member.ClusterCondition;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.ProfileKey;
import java.util.List;
import java.util.Optional;

/**
 * How many members a cluster has, and is to have.
 *
 * @param maxSize absent if there is no bound
 * @param desired how many there are to be
 * @param members how many there are
 * @param active how many of them are there and not broken
 * @param condition ACTIVE, WARNING or ERROR, by these numbers
 * @param profile that new members are made from
 */
public record SizesJson(
    int minSize,
    Optional<Integer> maxSize,
    int desired,
    int members,
    int active,
    ClusterCondition condition,
    Optional<String> profile,
    Optional<Integer> profileVersion) {

  static SizesJson of(ClusterShape shape, List<MemberRecord> members) {
    return new SizesJson(
        shape.sizes().least(),
        shape.sizes().most(),
        shape.sizes().desired(),
        members.size(),
        (int) members.stream().filter(one -> one.state() == MemberState.ACTIVE).count(),
        ClusterCondition.of(shape.sizes(), members),
        shape.profile().map(ProfileKey::name),
        shape.profile().map(ProfileKey::version));
  }
}
