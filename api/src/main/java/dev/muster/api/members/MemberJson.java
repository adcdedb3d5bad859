package dev.muster.api.members;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.ProfileKey;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A member as callers see it.
 *
 * @param index in its cluster; never given twice
 * @param reason why it is in ERROR
 * @param status how its agent says that it is; absent as long as it has none
 * @param action that works on it now
 * @param createdAt when it was recorded
 */
public record MemberJson(
    NodeId node,
    int index,
    MemberState state,
    Optional<String> reason,
    Optional<NodeStatus> status,
    Optional<ActionId> action,
    @JsonUnwrapped MadePart made,
    Instant createdAt) {

  /**
   * Where it comes from.
   *
   * @param provider the node whose agent made it; absent of one that was there before
   * @param profile that it was made from
   * @param profileVersion of that
   * @param physical what its provider calls it
   * @param address where its agent listens
   * @param data what policies decided of it
   */
  public record MadePart(
      Optional<NodeId> provider,
      Optional<String> profile,
      Optional<Integer> profileVersion,
      Optional<JsonNode> physical,
      Optional<String> address,
      JsonNode data) {}

  static MemberJson of(MemberRecord record) {
    return new MemberJson(
        record.node(),
        record.member().index(),
        record.state(),
        record.reason(),
        record.member().health(),
        record.inHand(),
        new MadePart(
            record.member().provider(),
            record.profile().map(ProfileKey::name),
            record.profile().map(ProfileKey::version),
            record.physical(),
            record.address(),
            record.data()),
        record.member().createdAt());
  }
}
