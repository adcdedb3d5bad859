package dev.muster.domain.member;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A member with all that is recorded of it.
 *
 * @param profile that it was made from; empty of one that was there before
 * @param physical what its provider calls it, as the provider gave it
 * @param address where its agent listens, if it has one
 * @param reason why it is in ERROR; only then
 * @param inHand the action on the cluster that works on it
 */
public record MemberRecord(
    Member member,
    Optional<ProfileKey> profile,
    Optional<JsonNode> physical,
    Optional<String> address,
    Optional<String> reason,
    Optional<ActionId> inHand) {

  private static final Set<NodeStatus> NOT_WELL =
      Set.of(
          NodeStatus.UNHEALTHY, NodeStatus.NODE_DOWN, NodeStatus.UNREACHABLE, NodeStatus.VANISHED);

  public NodeId node() {
    return member.node();
  }

  public MemberState state() {
    return member.state();
  }

  /** Whether its provider, or its agent, said that something is wrong; silence at first is not. */
  public boolean isUnwell() {
    return isBroken() || member.health().filter(NOT_WELL::contains).isPresent();
  }

  /** Whether it is not there as it should be, by what its provider said last. */
  public boolean isBroken() {
    return member.state() != MemberState.ACTIVE;
  }

  /** Whether a provider made it, and can do something to it. */
  public boolean hasProvider() {
    return member.provider().isPresent() && profile.isPresent();
  }

  /** Taken in hand by an action. */
  public MemberRecord inHand(MemberState state, ActionId by) {
    return new MemberRecord(in(state), profile, physical, address, reason, Optional.of(by));
  }

  /** Let go as it was before it was taken in hand. */
  public MemberRecord released() {
    MemberState back = reason.isPresent() ? MemberState.ERROR : MemberState.ACTIVE;
    return new MemberRecord(in(back), profile, physical, address, reason, Optional.empty());
  }

  /** It is there, as its provider says. */
  public MemberRecord active(Optional<JsonNode> itsPhysical, Optional<String> itsAddress) {
    return new MemberRecord(
        in(MemberState.ACTIVE),
        profile,
        itsPhysical.or(() -> physical),
        itsAddress.or(() -> address),
        Optional.empty(),
        Optional.empty());
  }

  /** It is broken, or half made. */
  public MemberRecord broken(String why, Optional<JsonNode> itsPhysical) {
    return new MemberRecord(
        in(MemberState.ERROR),
        profile,
        itsPhysical.or(() -> physical),
        address,
        Optional.of(why),
        Optional.empty());
  }

  /** It is made by another profile now. */
  public MemberRecord of(ProfileKey other, Instant since) {
    Member now =
        new Member(
            member.node(),
            member.index(),
            member.provider(),
            member.state(),
            member.createdAt(),
            since,
            member.tainted(),
            member.data(),
            member.health());
    return new MemberRecord(now, Optional.of(other), physical, address, reason, inHand);
  }

  /** With something else noted of it. */
  public MemberRecord noting(ObjectNode data) {
    Member now =
        new Member(
            member.node(),
            member.index(),
            member.provider(),
            member.state(),
            member.createdAt(),
            member.profileSince(),
            member.tainted(),
            data,
            member.health());
    return new MemberRecord(now, profile, physical, address, reason, inHand);
  }

  private Member in(MemberState state) {
    return new Member(
        member.node(),
        member.index(),
        member.provider(),
        state,
        member.createdAt(),
        member.profileSince(),
        member.tainted(),
        member.data(),
        member.health());
  }

  /** What policies decided of it. */
  public ObjectNode data() {
    return member.data();
  }
}
